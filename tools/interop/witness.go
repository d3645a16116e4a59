// A witness (C2SP tlog-witness) over TLS. The first part of an address says how it lies; "honest" keeps to the specification.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// What a witness signed last, by the origin of the log.
type tree struct {
	size int64
	root tlog.Hash
}

type witness struct {
	name  string
	key   ed25519.PrivateKey
	mutex sync.Mutex
	asked int
	trees map[string]tree
}

func newWitness(lie string) *witness {
	name := lie + ".example"
	seed := sha256.Sum256([]byte(name))
	return &witness{name: name, key: ed25519.NewKeyFromSeed(seed[:]), trees: map[string]tree{}}
}

// The type of a key for cosignatures, and the key.
func (w *witness) typedKey() []byte {
	return append([]byte{4}, w.key.Public().(ed25519.PublicKey)...)
}

func (w *witness) keyID() []byte {
	id := sha256.Sum256(append([]byte(w.name+"\n"), w.typedKey()...))
	return id[:4]
}

func (w *witness) verifierKey() string {
	return fmt.Sprintf("%s+%x+%s", w.name, w.keyID(), base64.StdEncoding.EncodeToString(w.typedKey()))
}

func (w *witness) cosign(text string, seconds uint64, key ed25519.PrivateKey) string {
	signed := ed25519.Sign(key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", seconds, text)))
	line := append(binary.BigEndian.AppendUint64(w.keyID(), seconds), signed...)
	return fmt.Sprintf("— %s %s\n", w.name, base64.StdEncoding.EncodeToString(line))
}

// The answer to a request, as the specification asks for it. The text is empty if nothing may be signed.
func (w *witness) answer(body string, log note.Verifier) (status int, answer string, text string) {
	head, checkpoint, _ := strings.Cut(body, "\n\n")
	lines := strings.Split(head, "\n")
	var old, size int64
	var origin, root string
	if _, err := fmt.Sscanf(lines[0], "old %d", &old); err != nil {
		return 400, "", ""
	}
	opened, err := note.Open([]byte(checkpoint), note.VerifierList(log))
	if err != nil {
		return 403, "", ""
	}
	if _, err := fmt.Sscan(opened.Text, &origin, &size, &root); err != nil || old > size {
		return 400, "", ""
	}
	if origin != log.Name() {
		return 404, "", ""
	}
	hash, err := tlog.ParseHash(root)
	last := w.trees[origin]
	if old != last.size {
		return 409, fmt.Sprintf("%d\n", last.size), ""
	}
	var proof tlog.TreeProof
	for _, line := range lines[1:] {
		sibling, err := tlog.ParseHash(line)
		if err != nil {
			return 422, "", ""
		}
		proof = append(proof, sibling)
	}
	isFirst := old == 0 && len(proof) == 0
	isSame := old == size && hash == last.root && len(proof) == 0
	if err != nil || !isFirst && !isSame && (old == 0 || old == size || tlog.CheckTree(proof, size, hash, old, last.root) != nil) {
		return 422, "", ""
	}
	w.trees[origin] = tree{size, hash}
	return 200, "", opened.Text
}

func (w *witness) signature(lie, text string) string {
	now := uint64(time.Now().Unix())
	switch lie {
	case "wrong-root":
		lines := strings.Split(text, "\n")
		lines[2] = base64.StdEncoding.EncodeToString(make([]byte, 32))
		return w.cosign(strings.Join(lines, "\n"), now, w.key)
	case "wrong-signature":
		return w.cosign(text, now, ed25519.NewKeyFromSeed(make([]byte, 32)))
	case "another-name":
		return newWitness("somebody-else").cosign(text, now, w.key)
	case "no-time":
		return w.cosign(text, 0, w.key)
	case "time-to-come":
		return w.cosign(text, now+366*24*60*60, w.key)
	case "time-beyond-dates":
		return w.cosign(text, 8_640_000_000_001, w.key)
	}
	return w.cosign(text, now, w.key)
}

// Arguments: the files of certificate and key, the verifier key of the log, and the names of the lies.
func main() {
	log, err := note.NewVerifier(os.Args[3])
	if err != nil {
		panic(err)
	}
	keys := map[string]string{}
	for _, lie := range os.Args[4:] {
		lie, witness := lie, newWitness(lie)
		keys[lie] = witness.verifierKey()
		http.HandleFunc("/"+lie+"/add-checkpoint", func(response http.ResponseWriter, request *http.Request) {
			body, _ := io.ReadAll(request.Body)
			witness.mutex.Lock()
			status, answer, text := witness.answer(string(body), log)
			witness.asked++
			isFirst := witness.asked == 1
			witness.mutex.Unlock()
			if lie == "late" && isFirst {
				time.Sleep(11 * time.Second)
			}
			if text != "" {
				answer = witness.signature(lie, text)
			}
			response.WriteHeader(status)
			io.WriteString(response, answer)
		})
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	json.NewEncoder(os.Stdout).Encode(map[string]any{"port": port, "keys": keys})
	panic(http.ServeTLS(listener, nil, os.Args[1], os.Args[2]))
}
