package decide

import (
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that a short prompt that names an item is a request also where letters, marks and
// quotes of other scripts stand beside the name.
func TestNamed(t *testing.T) {
	ids := []string{"team:deploy-prod", "video", "部署"}
	for text, want := range map[string]bool{
		"deploy prod": true, "用deploy-prod吧": true, "「deploy-prod」": true, "“video”": true, "video，好": true, "部署 吧": true,
		"vidéo": false, "video2": false, "部署吧": false, "吧": false,
	} {
		if got := named(rank.Query{Text: text}, ids); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}
