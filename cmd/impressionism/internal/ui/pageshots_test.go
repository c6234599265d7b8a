package ui_test

import (
	"bytes"
	"cmp"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/ui/uitest"
)

var update = flag.Bool("update", false, "write the pictures of docs/ui")

// shotBytesMax bounds a picture of the documents: who clones the repository loads them all.
const shotBytesMax = 150_000

// Ensure that each view can be seen: this writes pictures of all of them, in both themes and
// at four widths, where IMPRESSIONISM_UI_SHOTS names a folder, and with -update those of
// docs/ui, which have to be small. Without either, it takes two of those on each commit.
func TestShots(t *testing.T) {
	everything := os.Getenv(uitest.ShotsVariable) != ""
	uitest.Start(t) // without a browser, the test ends here
	folder, err := played()
	envtest.Must(t, err)
	l := openLook(t, startLook(t, folder), lookWidths[0], lookThemes[0])
	if everything {
		for _, view := range lookViews("database-migrations") {
			for _, width := range lookWidths {
				l.show(view, width)
				for _, theme := range lookThemes {
					l.Media("prefers-color-scheme", theme)
					l.Shot(filepath.Join(theme, viewName(view)+"-"+string(rune('a'+slices.Index(lookWidths, width)))))
				}
			}
		}
	}
	themes := map[string]string{"live": "dark", "outcomes": "light", "skills": "light", "hooks": "dark", "rulesets": "light"}
	taken := slices.Sorted(maps.Keys(themes))
	if !everything && !*update {
		taken = sampletest.Some(taken, 2, func(view string) string { return "picture of " + view })
	}
	for view, theme := range themes {
		path := filepath.Join("../../../../docs/ui", view+".png")
		if _, err := os.Stat(path); err != nil && !*update {
			t.Errorf("%v: run this test with -update", err)
		}
		if !slices.Contains(taken, view) {
			continue
		}
		l.show(view, lookWidths[0])
		l.Media("prefers-color-scheme", theme)
		small := smallPNG(t, l.Shot("docs-"+view))
		if len(small) > shotBytesMax {
			t.Errorf("the picture of %s has %d bytes, want at most %d", view, len(small), shotBytesMax)
		}
		if *update {
			envtest.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			envtest.Must(t, os.WriteFile(path, small, 0o644)) //nolint:gosec // a document
		}
	}
}

// smallPNG writes a picture with 256 colours: those that most of its points have, none close
// to another. Another point has the nearest of them.
func smallPNG(t *testing.T, data []byte) []byte {
	t.Helper()
	whole, err := png.Decode(bytes.NewReader(data))
	envtest.Must(t, err)
	bounds, counts := whole.Bounds(), map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(whole.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			counts[at(x, y)]++
		}
	}
	var palette color.Palette
	for c := range counts {
		palette = append(palette, c)
	}
	slices.SortFunc(palette, func(a, b color.Color) int {
		return cmp.Compare(counts[b.(color.RGBA)], counts[a.(color.RGBA)])
	})
	palette = apart(palette)
	small, nearest := image.NewPaletted(bounds, palette), map[color.RGBA]uint8{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := at(x, y)
			index, known := nearest[c]
			if !known {
				index = uint8(palette.Index(c)) //nolint:gosec // at most 255
				nearest[c] = index
			}
			small.SetColorIndex(x, y, index)
		}
	}
	var out bytes.Buffer
	envtest.Must(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, small))
	return out.Bytes()
}

// apart keeps the first 256 colours that are not close to one before.
func apart(colours color.Palette) (kept color.Palette) {
	const near = 20 << 16 // squared distance, as image/color measures it
	for _, c := range colours {
		if len(kept) == 256 {
			break
		}
		if len(kept) == 0 || distance(c, kept[kept.Index(c)]) > near {
			kept = append(kept, c)
		}
	}
	return kept
}

func distance(a, b color.Color) (sum int64) {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	for _, d := range []int64{int64(r1) - int64(r2), int64(g1) - int64(g2), int64(b1) - int64(b2)} {
		sum += d * d
	}
	return sum
}
