package language

// Japanese phrases of greeting, thanks, praise and steering; each pair of
// characters inside one of them is chatter.
const chatterJapanese = "了解 承知 大丈夫 結構 最高 完璧 素晴 素敵 見事 流石 感謝 失礼 元気 今日 明日 昨日 今回 毎度 " +
	"お疲れ様 世話 直前 最初 最後 一旦 一度 一回 全部 作業 仕事 調子 問題 賛成 同意 納得 理解 本当 絶対 " +
	"普通 色々 予定 休憩 開始 中止 停止 天才 最近 先程 後程 昼飯 昼食 御飯 食事 昼休 夕方 今夜 明後日 " +
	"自分 勘違 失敬 残念 無視 言い方 適当 意外 予想 期待 想像 一緒 心配 安心 面倒 迷惑 遠慮 時間 数分 " +
	"少々 今度 来週 以上 十分 面白 一応 多分 勿論 無理 案件 次第 週末 今後 下記 "

// Kanji that stand alone in such phrases, kana around them.
const chatterKanji = "続次進待止戻良好悪違正合同言思考見聞行来出入使方件事物感無有助頼願致申訳頂下上中前後何今私僕君俺皆朝" +
	"昼夜時間分番目通早速変最案確元少多疲様終始休帰楽嬉凄気持急食飯飲寝起忘覚知信望悲怖驚笑泣若老新古嫌夢" +
	"話語声葉"

// hiraganaStop reports the commonest words of grammar; what else is written in
// hiragana is mostly an ending.
func hiraganaStop(word string) bool {
	switch word {
	case "から", "まで", "より", "など", "だけ", "しか", "ので", "のに", "のは", "のが", "のを", "では", "には", "とは",
		"でも", "ても", "けど", "けれど", "ながら", "という", "ように", "ような", "ための", "ために", "について",
		"によって", "における", "これ", "それ", "あれ", "どれ", "この", "その", "あの", "どの", "ここ", "そこ", "どこ",
		"こう", "そう", "どう", "こと", "もの", "とき", "ところ", "もう", "また", "まだ", "ちょっと", "すべて", "です",
		"でした", "でしょうか", "ですか", "ますか", "ます", "ました", "ません", "する", "した", "して", "します",
		"しました", "してください", "してほしい", "したい", "したいです", "しておいて", "している", "しています", "される",
		"された", "されて", "されない", "できる", "できない", "ください", "くれ", "ほしい", "ある", "あります", "ない",
		"いる", "います", "なる", "なって", "って", "った":
		return true
	}
	return false
}

// katakanaChatter reports greetings and praise written as foreign words.
func katakanaChatter(word string) bool {
	switch word {
	case "オッケー", "オーケー", "オケ", "サンキュー", "ハロー", "グッド", "ナイス", "ストップ", "イイネ", "ゴメン",
		"スゴイ", "スミマセン", "アリガトウ", "ヤバイ", "バッチリ", "パーフェクト":
		return true
	}
	return false
}
