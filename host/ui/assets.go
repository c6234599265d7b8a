package ui

import (
	"bytes"
	"compress/gzip"
	"embed"
	"net/http"
	"strings"
)

// htmx.js and sse.js are htmx 4.0.1 and its extension for server-sent events, as the npm
// package htmx.org ships them (htmx.min.js, ext/hx-sse.min.js); NOTICE has the licence.
//
//go:embed assets
var files embed.FS

// Style is the style that every page has, for a file that holds a view.
//
//go:embed assets/ui.css
var Style string

// asset is a file of the page, plain and packed.
type asset struct {
	kind        string
	plain, gzip []byte
}

const (
	scriptType = "text/javascript; charset=utf-8"
	styleType  = "text/css; charset=utf-8"
)

// pack reads the files of the page and packs them, once.
func pack(styles []string) (map[string]asset, error) {
	packed := map[string]asset{}
	for name, kind := range map[string]string{"htmx.js": scriptType, "sse.js": scriptType, "ui.js": scriptType, "ui.css": styleType} {
		data, err := files.ReadFile("assets/" + name)
		if err != nil {
			return nil, err
		}
		if packed["/"+name], err = packOne(kind, data); err != nil {
			return nil, err
		}
	}
	var err error
	packed["/views.css"], err = packOne(styleType, []byte(strings.Join(styles, "\n")))
	return packed, err
}

func packOne(kind string, data []byte) (asset, error) {
	var small bytes.Buffer
	writer, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return asset{}, err
	}
	if _, err := writer.Write(data); err != nil {
		return asset{}, err
	}
	err = writer.Close()
	return asset{kind: kind, plain: data, gzip: small.Bytes()}, err
}

func (s *Server) serveAsset(w http.ResponseWriter, r *http.Request) {
	found := s.assets[r.URL.Path]
	w.Header().Set("Vary", "Accept-Encoding")
	body := found.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		body = found.gzip
	}
	s.reply(w, http.StatusOK, found.kind, body)
}
