package language

// german reports common German words that say nothing about a subject, without
// their marks, as far as they are neither English nor code. Umlauts are also
// spelled as two letters.
func german(word string) bool {
	switch word {
	case "dem", "ein", "eine", "einen", "einem", "einer", "eines", "kein", "keine", "keinen", "keinem", "ich", "sie",
		"wir", "ihr", "mich", "dich", "ihn", "ihm", "ihnen", "uns", "euch", "sich", "mein", "meine", "meinen", "meiner",
		"dein", "deine", "deinen", "sein", "seine", "unser", "unsere", "unseren", "euer", "eure", "diese", "dieser",
		"dieses", "diesen", "diesem", "jede", "jeder", "jedes", "jeden", "welche", "welcher", "welches", "welchen", "und",
		"oder", "aber", "denn", "doch", "sondern", "ohne", "fuer", "vom", "zu", "zum", "zur", "beim", "nach", "aus", "auf",
		"ueber", "unter", "vor", "zwischen", "gegen", "durch", "seit", "wegen", "wie", "wenn", "weil", "dass", "damit",
		"davon", "dazu", "dafur", "dabei", "daran", "darauf", "nicht", "nichts", "nur", "noch", "schon", "auch", "jetzt",
		"dann", "danach", "hier", "dort", "sehr", "ganz", "etwas", "mehr", "weniger", "viel", "viele", "vielen", "alle",
		"alles", "allem", "immer", "nie", "wieder", "nochmal", "nochmals", "einfach", "eben", "eigentlich", "vielleicht",
		"naturlich", "natuerlich", "gerade", "gleich", "spater", "spaeter", "erst", "erstmal", "zuerst", "zuruck",
		"zurueck", "weiter", "genau", "genauso", "bisschen", "sonst", "trotzdem", "leider":
		return true
	case "ist", "sind", "waren", "bist", "habe", "haben", "hast", "hatte", "hatten", "wird", "wirst", "werden", "wurde",
		"wurden", "waere", "kann", "kannst", "konnen", "koennen", "konnte", "konntest", "koennte", "koenntest", "muss",
		"musst", "mussen", "muessen", "soll", "sollst", "sollte", "sollten", "willst", "wollen", "mochte", "moechte",
		"darf", "durfen", "brauche", "brauchen", "lass", "lasst", "lassen", "mache", "machen", "macht", "machst",
		"gemacht", "geht", "gehts", "gehen", "gibt", "geben", "nimm", "nehmen", "steht", "bitte", "wann", "warum", "wieso",
		"wozu", "womit", "zeig", "zeige", "schau":
		return true
	case "danke", "danken", "besten", "herzlichen", "hallo", "moin", "servus", "guten", "gute", "guter", "gutes",
		"morgen", "heute", "abend", "nacht", "feierabend", "tschuss", "tschuess", "nein", "nee", "jap", "klar", "perfekt",
		"spitze", "klasse", "stimmt", "richtig", "falsch", "passt", "verstehe", "verstanden", "versteh", "einverstanden",
		"gern", "gerne", "freut", "entschuldigung", "schade", "fertig", "erledigt", "stopp", "warte", "weitermachen",
		"nachste", "nachsten", "nachster", "naechste", "naechsten", "schritt", "arbeit", "wunderbar", "ausgezeichnet",
		"grossartig", "hervorragend", "sieht", "siehst", "gefallt", "gefaellt", "klingt", "denke", "denkst", "glaube",
		"finde", "meinst", "idee", "oha", "boah", "puh", "uff", "tja", "krass", "wahnsinn", "geil", "mensch", "blod",
		"doof", "quatsch", "schlimm", "verdammt", "herrje", "gott", "himmel", "essen", "gegessen", "schlafen",
		"geschlafen", "kaffee", "mittag", "mittagspause", "urlaub", "wochenende", "kurz", "kurze", "lange", "gestern",
		"ubermorgen", "vorhin", "demnachst", "zeit", "minuten", "stunde", "stunden", "uhr", "gedacht", "dachte", "gesagt",
		"sagte", "gemeint", "meinte", "erwartet", "vermutet", "geglaubt", "gehofft", "hoffe", "hoffentlich", "kapiert",
		"kapiere", "begriffen", "gelernt", "vergiss", "vergessen", "verwirrung", "verwirrt", "missverstanden",
		"missverstandnis", "erklart", "ausgedruckt", "getauscht", "geirrt", "irrtum", "schuld", "komm", "komme", "kommt",
		"kommen", "gehe", "geh", "ging", "gegangen", "bleib", "bleibt", "bleiben", "liegt", "legen", "nehme", "nimmt",
		"stell", "rede", "reden", "sprechen", "horen", "hor", "hort", "wissen", "weiss", "weisst", "kenne", "kennst",
		"freue", "freu", "lieber", "liebe", "lieb", "leute", "kumpel", "kollege", "ruhe", "ruhig", "geduld", "muhe",
		"sorge", "sorgen", "ware", "hab", "geholfen", "geklappt", "klappt", "laeuft", "lauft", "lief", "gelaufen",
		"sparen", "selber", "selbst", "anders", "andere", "anderen", "anderer", "irgendwie", "irgendwas", "irgendwann",
		"jemand", "niemand", "uberhaupt", "ubrigens", "allerdings", "ziemlich", "echt", "wirklich", "wahrscheinlich",
		"sicher", "bestimmt", "schnell", "schneller", "langsam", "spass", "sache", "hilfe", "probier", "versuch",
		"versuche", "soweit", "weg", "fehlt", "besser", "wunsch", "wunsche", "wuensche":
		return true
	}
	return false
}
