package onnx

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Limits of a file of NumPy's arrays.
const (
	arraysMax       = 1024
	arrayHeaderMax  = 4 << 10
	arraysBytesMax  = 1 << 30
	arrayDimensions = 4
	npyMagic        = "\x93NUMPY\x01\x00"
	npyHeaderAt     = len(npyMagic) + 2
	arrayFileSuffix = ".npy"
	arrayFloat32    = "<f4"
	arrayFloat64    = "<f8"
	arrayUint8      = "|u1"
	arrayInt8       = "|i1"
)

// numpyArray is one of NumPy's, row after row, little-endian.
type numpyArray struct {
	kind  string // as in NumPy: "<f4", "|u1"
	shape []int64
	data  []byte
}

// readArrays reads a zip of NumPy's arrays (format 1.0 of numpy.lib.format), by name.
func readArrays(path string) (map[string]numpyArray, error) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("read arrays: %w", err)
	}
	defer archive.Close()
	if len(archive.File) > arraysMax {
		return nil, fmt.Errorf("read arrays: %d files, at most %d", len(archive.File), arraysMax)
	}
	all, left := map[string]numpyArray{}, int64(arraysBytesMax)
	for _, file := range archive.File {
		name, ok := strings.CutSuffix(file.Name, arrayFileSuffix)
		if !ok {
			continue
		}
		one, err := readArray(file, left)
		if err != nil {
			return nil, fmt.Errorf("read arrays: %.80q: %w", name, err)
		}
		left -= int64(len(one.data))
		all[name] = one
	}
	return all, nil
}

func readArray(file *zip.File, bytesMax int64) (numpyArray, error) {
	in, err := file.Open()
	if err != nil {
		return numpyArray{}, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, bytesMax+arrayHeaderMax+1))
	if err != nil {
		return numpyArray{}, err
	}
	if len(data) < npyHeaderAt || string(data[:len(npyMagic)]) != npyMagic {
		return numpyArray{}, fmt.Errorf("it is no array of format 1.0")
	}
	size := int(binary.LittleEndian.Uint16(data[len(npyMagic):]))
	if size > arrayHeaderMax || size > len(data)-npyHeaderAt {
		return numpyArray{}, fmt.Errorf("the header is %d bytes", size)
	}
	header, data := string(data[npyHeaderAt:npyHeaderAt+size]), data[npyHeaderAt+size:]
	one, err := describedArray(header)
	if err != nil {
		return numpyArray{}, err
	}
	width := map[string]int64{arrayFloat32: 4, arrayFloat64: 8, arrayUint8: 1, arrayInt8: 1}[one.kind]
	count := int64(1)
	for _, dimension := range one.shape {
		if dimension < 1 || dimension > arraysBytesMax/count {
			return numpyArray{}, fmt.Errorf("the shape is %v", one.shape)
		}
		count *= dimension
	}
	if width == 0 || int64(len(data)) != count*width || count*width > bytesMax {
		return numpyArray{}, fmt.Errorf("%d bytes for the shape %v of type %.10q", len(data), one.shape, one.kind)
	}
	one.data = data
	return one, nil
}

var arrayHeader = regexp.MustCompile(`^\{'descr': '([<|][a-z][0-9])', 'fortran_order': False, 'shape': \(([0-9, ]*)\), \} *\n$`)

// describedArray reads what NumPy writes before an array: a literal of Python.
func describedArray(header string) (numpyArray, error) {
	match := arrayHeader.FindStringSubmatch(header)
	if match == nil {
		return numpyArray{}, fmt.Errorf("the header is %.80q", header)
	}
	one := numpyArray{kind: match[1]}
	for part := range strings.SplitSeq(match[2], ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		dimension, err := strconv.ParseInt(part, 10, 64)
		if err != nil || len(one.shape) == arrayDimensions {
			return numpyArray{}, fmt.Errorf("the shape is (%.80s)", match[2])
		}
		one.shape = append(one.shape, dimension)
	}
	return one, nil
}
