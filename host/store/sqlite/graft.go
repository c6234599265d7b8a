package sqlite

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// Places in a database file; see "The Database Header" and "B-tree Pages" in
// SQLite's description of its file format. Numbers are big endian.
const (
	headerBytes     = 100
	headerPageSize  = 16 // 2 bytes; 1 means 64 KiB
	headerPages     = 28 // 4 bytes: size of the file in pages
	headerFreeTrunk = 32 // 4 bytes, then 4 bytes count: the free list

	interiorPage     = 5  // first byte of a table's page that holds numbers of pages
	interiorCells    = 3  // 2 bytes: how many
	interiorLast     = 8  // 4 bytes: number of the last page
	interiorPointers = 12 // 2 bytes each: where a cell begins; its first 4 bytes are a page's number
)

// patch changes a damaged file after the model of a fresh one.
func patch(path string, model []byte, change func(file io.WriterAt, pages int64, model []byte) error) error {
	file, err := os.OpenFile(path, os.O_RDWR, fileMode)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	size := pageSize(model)
	pages := (info.Size() + size - 1) / size
	return errors.Join(change(file, pages, append([]byte{}, model...)), file.Close())
}

func replaceHeader(file io.WriterAt, pages int64, model []byte) error {
	setPages(model, pages)
	_, err := file.WriteAt(model[:headerBytes], 0)
	return err
}

// graftSchema writes the model's schema over the damaged one: its first page in
// the same place, the pages below it behind the end, where they harm nothing.
// The tables are then found where the model has them. That is where the damaged
// file has them too, since files that are vacuumed step by step keep the roots
// of their tables together at the beginning, in order of creation.
func graftSchema(file io.WriterAt, pages int64, model []byte) error {
	size := pageSize(model)
	first := model[:size]
	for _, pointer := range childPointers(first) {
		child := int64(binary.BigEndian.Uint32(pointer))
		if child < 1 || child*size > int64(len(model)) {
			return errors.New("the model's schema lies outside its file")
		}
		if _, err := file.WriteAt(model[(child-1)*size:child*size], pages*size); err != nil {
			return err
		}
		pages++
		binary.BigEndian.PutUint32(pointer, uint32(pages))
	}
	setPages(model, pages)
	_, err := file.WriteAt(first, 0)
	return err
}

// childPointers returns the places of page numbers in a first page; none where
// the whole schema fits into it. The pages below hold no numbers themselves:
// that takes hundreds of tables.
func childPointers(first []byte) (pointers [][]byte) {
	tree := first[headerBytes:]
	if tree[0] != interiorPage {
		return nil
	}
	for i := range int(binary.BigEndian.Uint16(tree[interiorCells:])) {
		cell := binary.BigEndian.Uint16(tree[interiorPointers+2*i:])
		pointers = append(pointers, first[cell:cell+4])
	}
	return append(pointers, tree[interiorLast:interiorLast+4])
}

func setPages(model []byte, pages int64) {
	binary.BigEndian.PutUint32(model[headerPages:], uint32(pages))
	clear(model[headerFreeTrunk : headerFreeTrunk+8]) // nothing will be written
}

func pageSize(model []byte) int64 {
	if size := int64(binary.BigEndian.Uint16(model[headerPageSize:])); size > 1 {
		return size
	}
	return 64 << 10
}
