// Checks what is on standard input with golang.org/x/mod/sumdb, and prints one verdict for each case.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A saved proof of inclusion, and all leaves that the log has now.
type question struct {
	Verifier, Checkpoint, Newest, Leaf string
	Index                              int64
	Path, Leaves                       []string
}

type hashes []tlog.Hash

func (known hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, index := range indexes {
		if index >= int64(len(known)) {
			return nil, fmt.Errorf("there is no hash %d", index)
		}
		found = append(found, known[index])
	}
	return found, nil
}

// The size and the root of a checkpoint that the log signed.
func open(checkpoint, key string) (int64, tlog.Hash, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return 0, tlog.Hash{}, err
	}
	opened, err := note.Open([]byte(checkpoint), note.VerifierList(verifier))
	if err != nil {
		return 0, tlog.Hash{}, err
	}
	var size int64
	var origin, root string
	if _, err := fmt.Sscan(opened.Text, &origin, &size, &root); err != nil {
		return 0, tlog.Hash{}, err
	}
	hash, err := tlog.ParseHash(root)
	return size, hash, err
}

func verdict(asked question) string {
	size, root, err := open(asked.Checkpoint, asked.Verifier)
	newestSize, newestRoot, newestErr := open(asked.Newest, asked.Verifier)
	if err != nil || newestErr != nil {
		return "refused"
	}
	var path tlog.RecordProof
	for _, line := range asked.Path {
		sibling, err := tlog.ParseHash(line)
		if err != nil {
			return "refused"
		}
		path = append(path, sibling)
	}
	if tlog.CheckRecord(path, size, root, asked.Index, tlog.RecordHash([]byte(asked.Leaf))) != nil {
		return "refused"
	}
	var stored hashes
	withdrawal := strings.Replace(asked.Leaf, " published\n", " withdrawn\n", 1)
	isWithdrawn := false
	for number, leaf := range asked.Leaves {
		more, err := tlog.StoredHashes(int64(number), []byte(leaf), stored)
		if err != nil {
			return "refused"
		}
		stored = append(stored, more...)
		isWithdrawn = isWithdrawn || leaf == withdrawal
	}
	whole, err := tlog.TreeHash(newestSize, stored)
	older, olderErr := tlog.TreeHash(size, stored)
	if err != nil || olderErr != nil || whole != newestRoot || older != root {
		return "refused"
	}
	if isWithdrawn {
		return "withdrawn"
	}
	return "accepted"
}

func main() {
	var asked []question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	for _, one := range asked {
		fmt.Println(verdict(one))
	}
}
