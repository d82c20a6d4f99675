// Checks a tiled transparency log over its public URLs with Go's own library (golang.org/x/mod/sumdb), not with ours:
// the signature of the checkpoint, every entry, and random proofs of inclusion and consistency.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run main.go URL VERIFIER-KEY [--records] [EARLIER-CHECKPOINT-FILE ...]
//
// With --records, every public record must be what its leaf commits to. Trees of earlier checkpoints must be the beginning of this one. Exits with 1 and the reason where anything is wrong.
package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	height       = 8
	proofs       = 1000
	maximumBytes = 32 << 20
)

func main() {
	if len(os.Args) < 3 {
		fail("usage: check-log URL VERIFIER-KEY [EARLIER-CHECKPOINT-FILE ...]")
	}
	log := &log{url: strings.TrimSuffix(os.Args[1], "/")}
	verifier, err := note.NewVerifier(os.Args[2])
	check(err)
	tree := openCheckpoint(log.get("/checkpoint"), verifier)
	fmt.Printf("checkpoint of %d entries, signed by %s\n", tree.N, verifier.Name())
	reader := tlog.TileHashReader(tree, log)
	if tree.N > 0 {
		checkEntries(log, tree, reader)
		checkProofs(tree, reader)
	}
	for _, file := range os.Args[3:] {
		if file == "--records" {
			checkRecords(log, tree)
			continue
		}
		earlier, err := os.ReadFile(file)
		check(err)
		checkEarlier(openCheckpoint(earlier, verifier), tree, reader)
	}
}

func openCheckpoint(message []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(message, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		fail("the checkpoint is not one of %s: %q", verifier.Name(), opened.Text)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size}
	if copy(tree.Hash[:], root) != tlog.HashSize || len(root) != tlog.HashSize {
		fail("the root has %d bytes", len(root))
	}
	return tree
}

func checkEntries(log *log, tree tlog.Tree, reader tlog.HashReader) {
	for start := int64(0); start < tree.N; start += 1 << height {
		width := tree.N - start
		if width > 1<<height {
			width = 1 << height
		}
		entries := log.entries(start>>height, int(width))
		indexes := make([]int64, width)
		for at := range indexes {
			indexes[at] = tlog.StoredHashIndex(0, start+int64(at))
		}
		hashes, err := reader.ReadHashes(indexes)
		check(err)
		for at, entry := range entries {
			if tlog.RecordHash(entry) != hashes[at] {
				fail("entry %d is not the one in the tree: %q", start+int64(at), entry)
			}
		}
	}
	fmt.Printf("%d entries are those of the tree\n", tree.N)
}

type record struct {
	Index  int64
	Salt   string
	Record string
	Gone   string
}

// checkRecords opens every leaf: SHA-256 over salt and record must be its commitment, or the site says why it is gone.
func checkRecords(log *log, tree tlog.Tree) {
	opened := 0
	gone := map[string]int{}
	for start := int64(0); start < tree.N; start += 1 << height {
		width := tree.N - start
		if width > 1<<height {
			width = 1 << height
		}
		entries := log.entries(start>>height, int(width))
		var records []record
		check(json.Unmarshal(log.get(fmt.Sprintf("/records/%d", start>>height)), &records))
		if int64(len(records)) < width {
			fail("bundle %d has %d records, not %d", start>>height, len(records), width)
		}
		for at, entry := range entries {
			found := records[at]
			if found.Index != start+int64(at) {
				fail("record %d stands at %d", found.Index, start+int64(at))
			}
			if found.Gone != "" {
				gone[found.Gone]++
				continue
			}
			var leaf struct{ Commitment string }
			check(json.Unmarshal(entry, &leaf))
			salt, err := base64.StdEncoding.DecodeString(found.Salt)
			check(err)
			sum := sha256.Sum256(append(salt, found.Record...))
			if base64.StdEncoding.EncodeToString(sum[:]) != leaf.Commitment {
				fail("record %d is not what its leaf commits to", found.Index)
			}
			opened++
		}
	}
	fmt.Printf("%d records open, withheld: %v\n", opened, gone)
}

func checkProofs(tree tlog.Tree, reader tlog.HashReader) {
	for count := 0; count < proofs; count++ {
		large := 1 + rand.Int63n(tree.N)
		small := 1 + rand.Int63n(large)
		largeRoot, err := tlog.TreeHash(large, reader)
		check(err)
		smallRoot, err := tlog.TreeHash(small, reader)
		check(err)
		consistency, err := tlog.ProveTree(large, small, reader)
		check(err)
		check(tlog.CheckTree(consistency, large, largeRoot, small, smallRoot))
		index := rand.Int63n(large)
		leaf, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
		check(err)
		inclusion, err := tlog.ProveRecord(large, index, reader)
		check(err)
		check(tlog.CheckRecord(inclusion, large, largeRoot, index, leaf[0]))
	}
	fmt.Printf("%d proofs of consistency and %d of inclusion hold\n", proofs, proofs)
}

func checkEarlier(earlier, tree tlog.Tree, reader tlog.HashReader) {
	if earlier.N > tree.N {
		fail("an earlier checkpoint has %d entries, this one %d", earlier.N, tree.N)
	}
	if earlier.N == 0 {
		return
	}
	root, err := tlog.TreeHash(earlier.N, reader)
	check(err)
	if root != earlier.Hash {
		fail("the log was rewritten: its first %d entries were others in an earlier checkpoint", earlier.N)
	}
	fmt.Printf("the first %d entries are those of an earlier checkpoint\n", earlier.N)
}

// log reads a log of height 8 by the paths of C2SP tlog-tiles, which differ from those of the Go checksum database.
type log struct{ url string }

func (l *log) Height() int { return height }

func (l *log) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data := l.get(fmt.Sprintf("/tile/%d/%s", tile.L, path(tile.N, tile.W)))
		if len(data) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("tile %d/%d has %d bytes", tile.L, tile.N, len(data))
		}
		all = append(all, data)
	}
	return all, nil
}

func (l *log) SaveTiles([]tlog.Tile, [][]byte) {}

func (l *log) entries(index int64, width int) [][]byte {
	data := l.get("/tile/entries/" + path(index, width))
	var entries [][]byte
	for len(data) > 0 {
		if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
			fail("bundle %d ends within an entry", index)
		}
		end := 2 + int(binary.BigEndian.Uint16(data))
		entries = append(entries, data[2:end])
		data = data[end:]
	}
	if len(entries) != width {
		fail("bundle %d has %d entries, not %d", index, len(entries), width)
	}
	return entries
}

func path(index int64, width int) string {
	name := fmt.Sprintf("%03d", index%1000)
	for index >= 1000 {
		index /= 1000
		name = fmt.Sprintf("x%03d/%s", index%1000, name)
	}
	if width < 1<<height {
		name += fmt.Sprintf(".p/%d", width)
	}
	return name
}

func (l *log) get(path string) []byte {
	response, err := http.Get(l.url + path)
	check(err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		fail("%s answered %s", path, response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, maximumBytes))
	check(err)
	return data
}

func check(err error) {
	if err != nil {
		fail("%v", err)
	}
}

func fail(format string, values ...interface{}) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}
