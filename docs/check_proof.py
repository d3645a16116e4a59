#!/usr/bin/env python3
"""Checks what an Attestry site published, with nothing but Python 3. Shares no code with Attestry.

  check_proof.py log SITE-OR-FOLDER [KEPT ...]              the whole log, and that it goes on from older checkpoints, also those in receipts; of a saved proof also whether it was withdrawn
  check_proof.py statement PROOF.json KEYS.json [FILE ...]  a saved proof; that each FILE is one that it names
  check_proof.py slip LINK KEYS.json [NAME]                 the link in the QR code of a slip; that it is of the NAME printed there
  check_proof.py stands PROOF.json|LINK KEYS.json [SITE]    either of them, and asks its site whether it still stands: SITE if it moved
  check_proof.py receipt LINK KEYS.json                     the link in the PDF of a receipt: what was asked and answered
  check_proof.py receipt RECEIPT.jwt KEYS.json SITE [TEXT ...]   a receipt of this site, and what was answered to each disclosure
  check_proof.py listed TEXT|FILE REGISTER.jwt KEY          a link, a saved proof, a statement or the address of a site: that the register of this KEY lists who signed it
  check_proof.py vectors docs/proof-vectors.json            this program itself

"log", "statement", "receipt" and "stands PROOF.json" need one of these:
  --policy FILE         the witnesses that must have signed, as a C2SP tlog-policy: keep the site's own (/log/policy), or write one
  --without-witnesses   nobody is asked but the site itself
With --max-age HOURS, their signatures may be older than a day.

SITE is https://check.example, FOLDER what `attestry log export` wrote. PROOF.json is what "Save the proof" gave. KEYS.json is /.well-known/jwks.json as you kept it.
The last line says what holds. Exits with
  0  if all of it holds, and enough witnesses signed the log within the last day
  1  if anything does not hold
  2  if this program was called wrongly, or there was no connection: nothing was checked
  3  if it holds, but no quorum witnessed it: nobody was asked, too few had signed a receipt, or it is a slip, which says nothing of the log
  4  if it holds, but is not shown to be current: the witnesses signed longer ago, or its time is over; of a receipt, longer before it
"""
import argparse, base64, contextlib, datetime, functools, hashlib, io, ipaddress, json, math, os, re, struct, sys, time, unicodedata, urllib.error, urllib.parse, urllib.request, zlib

class Wrong(Exception):
    pass

class NotWitnessed(Wrong):
    pass

class Refused(Wrong):
    """With the verdict of the vectors."""

    def __init__(self, verdict, sentence):
        super().__init__(sentence)
        self.verdict = verdict

def require(holds, sentence):
    if not holds:
        raise Wrong(sentence)

def sha256(data):
    return hashlib.sha256(data).digest()

def b64(text):
    """Only the canonical form, so that one value has only one spelling."""
    data = base64.b64decode(text, validate=True)
    require(base64.b64encode(data).decode() == text, "this is not base64")
    return data

def b64url(text):
    require(re.fullmatch(r"[A-Za-z0-9_-]*", text), "this is not base64url")
    return b64(text.translate(str.maketrans("-_", "+/")) + "=" * (-len(text) % 4))

def in_b64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

def members(pairs):
    require(len(dict(pairs)) == len(pairs), "JSON has a member twice")
    return dict(pairs)

def parse_json(text):
    """Only what all programs read alike."""
    value = json.loads(text, object_pairs_hook=members, parse_int=lambda digits: int(digits) if len(digits) < 20 else float(digits), parse_constant=lambda name: require(False, "this is no JSON"))
    require_plain(value, 16)
    return value

def require_plain(value, levels):
    require(not isinstance(value, str) or not re.search("[\ud800-\udfff]", value), "JSON has half of a character")
    if isinstance(value, (dict, list)):
        require(levels, "JSON has too many levels")
        for part in value if isinstance(value, list) else [*value, *value.values()]:
            require_plain(part, levels - 1)

def json_in(part):
    """The JSON in base64url."""
    return parse_json(b64url(part).decode())

def read_json(name):
    with open(name, encoding="utf-8") as file:
        return parse_json(file.read())

# Ed25519 (RFC 8032), verification only

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)

def ed_add(a, b):
    A, B = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    C, E = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = B - A, E - C, E + C, B + A
    return e * f % P, g * h % P, f * g % P, e * h % P

def ed_times(n, point):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = ed_add(result, point)
        point, n = ed_add(point, point), n >> 1
    return result

def ed_point(data):
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    require(y < P, "a point is out of range")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    require((x * x - square) % P == 0 and (x or not sign), "a point is not on the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

ED_BASE = ed_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

@functools.lru_cache(maxsize=4096)
def ed25519_holds(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    try:
        a, r = ed_point(key), ed_point(signature[:32])
    except Wrong:
        return False
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = ed_times(s, ED_BASE), ed_add(r, ed_times(k, a))
    same = lambda at: (left[at] * right[2] - right[at] * left[2]) % P == 0
    return s < L and same(0) and same(1)

# ECDSA on P-256 with SHA-256 (FIPS 186-5), verification only

Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
EC_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
EC_BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

def ec_add(a, b):
    """Of points (X, Y, Z), which stand for (X / Z², Y / Z³). Z = 0 is the point at infinity."""
    if not a[2] or not b[2]:
        return a if a[2] else b
    za, zb = a[2] * a[2], b[2] * b[2]
    x, y = a[0] * zb % Q, a[1] * zb * b[2] % Q
    h, r = (b[0] * za - x) % Q, (b[1] * za * a[2] - y) % Q
    if not h:
        return (0, 1, 0) if r else ec_double(a)
    square = h * h % Q
    cube, v = square * h % Q, x * square % Q
    sum_x = (r * r - cube - 2 * v) % Q
    return sum_x, (r * (v - sum_x) - y * cube) % Q, a[2] * b[2] * h % Q

def ec_double(a):
    x, y, z = a
    square = y * y % Q
    s, m = 4 * x * square % Q, 3 * (x - z * z) * (x + z * z) % Q
    double_x = (m * m - 2 * s) % Q
    return double_x, (m * (s - double_x) - 8 * square * square) % Q, 2 * y * z % Q

def ec_times(n, point):
    result = (0, 1, 0)
    while n:
        if n & 1:
            result = ec_add(result, point)
        point, n = ec_double(point), n >> 1
    return result

def es256_holds(jwk, message, signature):
    try:
        x, y = b64url(jwk["x"]), b64url(jwk["y"])
    except BROKEN:
        return False
    return (len(signature), len(x), len(y)) == (64, 32, 32) and p256_holds(x, y, message, signature)

# The same signature is in many vectors.
@functools.lru_cache(maxsize=4096)
def p256_holds(*parts):
    x, y, r, s = (int.from_bytes(part, "big") for part in (parts[0], parts[1], parts[3][:32], parts[3][32:]))
    if not (x < Q and y < Q and (y * y - x * x * x + 3 * x - EC_B) % Q == 0 and 0 < r < N and 0 < s < N):
        return False
    inverse, e = pow(s, -1, N), int.from_bytes(sha256(parts[2]), "big")
    found = ec_add(ec_times(e * inverse % N, (*EC_BASE, 1)), ec_times(r * inverse % N, (x, y, 1)))
    return found[2] != 0 and found[0] * pow(found[2], -2, Q) % Q % N == r

# The Merkle tree (RFC 6962, RFC 9162)

def leaf_hash(entry):
    return sha256(b"\0" + entry)

def node_hash(left, right):
    return sha256(b"\1" + left + right)

def root_of(hashes):
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256(b"")
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return node_hash(root_of(hashes[:half]), root_of(hashes[half:]))

def root_by_path(leaf, index, size, path):
    require(index < size, "the leaf is beyond the checkpoint")
    place, last, seen = index, size - 1, leaf
    for sibling in path:
        require(last > 0, "the proof of inclusion is too long")
        if place & 1 or place == last:
            seen = node_hash(sibling, seen)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            seen = node_hash(seen, sibling)
        place, last = place >> 1, last >> 1
    require(last == 0, "the proof of inclusion is too short")
    return seen

# Checkpoints (C2SP signed-note, tlog-checkpoint)

def key_id(name, kind, key):
    return sha256(name.encode() + b"\n" + bytes([kind]) + key)[:4]

def read_checkpoint(note):
    text, _, lines = note.rpartition("\n\n")
    origin, size, root, *more = (text + "\n").split("\n")[:-1] + [""] * 3
    require(len(note.encode("utf-16-le", "surrogatepass")) <= 400_000 and not re.search(r"[\0-\x09\x0b-\x1f\ud800-\udfff\ufffd]", note) and "" not in (origin, *more[:-3]), "this is no checkpoint")
    require(re.fullmatch(r"0|[1-9][0-9]{0,14}", size) and len(b64(root)) == 32 and lines.endswith("\n"), "this is no checkpoint")
    signatures = []
    for line in lines[:-1].split("\n"):
        found = re.fullmatch(r"— ([^\s\ufeff+]+) (\S+)", line)
        require(found and len(b64(found[2])) > 4 and len(signatures) < 64, "a signature of the checkpoint cannot be read")
        data = b64(found[2])
        signatures.append((found[1], data[:4], data[4:]))
    return {"origin": origin, "size": int(size), "root": b64(root), "text": text + "\n", "signatures": signatures}

def require_signed(checkpoint, keys):
    """By one of the keys of the log; 32 bytes each. Returns the first. No signature of such a key may be wrong."""
    signers = []
    for key in keys:
        for name, identifier, signature in checkpoint["signatures"]:
            if name == checkpoint["origin"] and identifier == key_id(name, 1, key):
                require(ed25519_holds(key, checkpoint["text"].encode(), signature), "the checkpoint is forged")
                signers.append(key)
    require(signers, "the checkpoint is not signed by a key of this log")
    return signers[0]

def verifier_in(written, lengths):
    """The name of a verifier key, its kind (one of lengths) and the key."""
    found = re.fullmatch(r"([^\s\ufeff+]+)\+([0-9a-f]{8})\+(.+)", written)
    data = b64(found[3]) if found else b""
    require(data and lengths.get(data[0]) == len(data) - 1, "this is no verifier key for this use")
    require(key_id(found[1], data[0], data[1:]).hex() == found[2], "a verifier key is not what its name says")
    return found[1], data[0], data[1:]

def verifier_of(name, key):
    """The verifier key of a log."""
    return f"{name}+{key_id(name, 1, key).hex()}+{base64.b64encode(bytes([1]) + key).decode()}"

LOG_KEYS, WITNESS_KEYS = {1: 32}, {4: 32, 6: 1312}

def key_in(verifier):
    return verifier_in(verifier, LOG_KEYS)[2]

# Witnesses (C2SP tlog-policy, tlog-cosignature)

def read_policy(text):
    """The logs, the witnesses by their names, and whether a set of names is a quorum; None if no quorum is needed."""
    require(not re.search(r"[\0-\x08\x0b-\x1f\x7f]", text), "this is no policy")
    logs, witnesses, names, groups, grouped, quorums = [], {}, set(), [], set(), []

    def add(name):
        require(name != "none" and name not in names, "the policy has a name twice")
        names.add(name)

    for line in text.split("\n"):
        kind, *words = re.split(r"[ \t]+", line.strip(" \t"))
        if kind == "log" and 1 <= len(words) <= 2:
            logs.append(verifier_in(words[0], LOG_KEYS))
        elif kind == "witness" and 2 <= len(words) <= 3:
            add(words[0])
            witnesses[words[0]] = verifier_in(words[1], WITNESS_KEYS)
        elif kind == "group" and len(words) >= 3:
            name, least, *members = words
            require(least in ("any", "all") or re.fullmatch(r"[1-9][0-9]{0,15}", least), "a group of the policy has no number")
            k = {"any": 1, "all": len(members)}.get(least) or int(least)
            require(len(set(members)) == len(members) >= k and grouped.isdisjoint(members), "a group of the policy is wrong")
            require(names.issuperset(members), "a group of the policy has an unknown member")
            grouped.update(members)
            groups.append((name, k, members))
            add(name)
        elif kind == "quorum" and len(words) == 1:
            require(words[0] in names | {"none"}, "the quorum of the policy is unknown")
            quorums.append(words[0])
        else:
            require(kind == "" or kind.startswith("#"), "a line of the policy cannot be read")
    for keys in (logs, witnesses.values()):
        require(len({key for _, _, key in keys}) == len(keys), "the policy has a key twice")
    require(len(quorums) == 1, "the policy has no quorum")

    def is_quorum(signed):
        """Each group has only members from earlier lines. No recursion, because groups may be nested thousands deep."""
        enough = set(signed)
        for name, k, members in groups:
            if len(enough.intersection(members)) >= k:
                enough.add(name)
        return quorums[0] in enough

    return logs, witnesses, None if quorums == ["none"] else is_quorum

NO_POLICY = ([], {}, None)

def cosignatures(checkpoint, witnesses):
    """When each of the witnesses signed. No signature of a witness may be wrong. Those of ML-DSA are not verified here, and do not count."""
    times = {}
    for name, (key_name, kind, key) in witnesses.items():
        for signer, identifier, data in checkpoint["signatures"]:
            if kind == 4 and signer == key_name and identifier == key_id(key_name, kind, key):
                seconds = int.from_bytes(data[:8], "big")
                text = f"cosignature/v1\ntime {seconds}\n{checkpoint['text']}"
                require(0 < seconds <= 8640000000000 and ed25519_holds(key, text.encode(), data[8:]), "a cosignature is forged")
                times[name] = max(seconds, times.get(name, 0))
    return times

def witnessed(checkpoint, signer, policy):
    """Who signed a checkpoint and when, whether they are a quorum (None if the policy needs none), and since when."""
    logs, witnesses, quorum = policy
    require(not logs or (checkpoint["origin"], 1, signer) in logs, "the policy does not name this log")
    times = cosignatures(checkpoint, witnesses)
    since = quorum_since(times, quorum)
    return {witnesses[name][0]: at for name, at in times.items()}, quorum and since is not None, since

def quorum_since(times, quorum):
    """The latest time from which on a quorum signed, so that one witness with a wrong clock makes nothing newer. None without one, or if none is needed."""
    signed = set()
    for name in sorted(times, key=times.get, reverse=True):
        signed.add(name)
        if quorum and quorum(signed):
            return times[name]
    return None

WITHIN_A_DAY = 24

def age_of(since, now):
    hours = abs(now - since) / 3600
    age = f"{hours:.1f} hours" if hours < 48 else f"{hours / 24:.1f} days"
    return f"{age} ago" if since <= now else f"{age} from now"

def is_current(since, now, hours):
    """A time to come shows nothing."""
    return abs(now - since) <= hours * 3600

def standing(is_quorum, is_sure, since, now, hours=WITHIN_A_DAY):
    """What a verdict is if the list of the site says that the statement stands."""
    if is_quorum is False or is_quorum is None and not is_sure:
        return "too-few"
    return "unwitnessed" if since is None else "stands" if is_current(since, now, hours) else "not-shown-current"

def conclude(sentence, since, hours, times=(), is_over=False, asked_at=None):
    """Prints the last line. Returns the exit code. A receipt is of the past: when it was asked."""
    now = asked_at or time.time()
    if since is None:
        print(f"{sentence}; " + (f"witnessed by {len(times)}, and by no quorum that the policy asks for" if times else "not witnessed by anybody"))
        return 4 if is_over else 3
    is_shown = is_current(since, now, hours) and not is_over
    age = age_of(since, now).replace("ago", "before it").replace("from now", "after it") if asked_at else age_of(since, now)
    print(f"{sentence}; witnessed {age}" + ("" if is_shown else ": not shown to be current"))
    return 0 if is_shown else 4

def written_time(seconds):
    return f"{datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=min(seconds, 250000000000))}Z"

def said_of(times, witnesses):
    """A sentence about who signed."""
    if not witnesses:
        return "no witnesses"
    return f"witnessed by {len(times)} of {len(witnesses)}" + "".join(f"\n  {name}, {written_time(seconds)}" for name, seconds in times.items())

def require_quorum(checkpoint, signer, policy):
    times, is_quorum, since = witnessed(checkpoint, signer, policy)
    sentence = f"{checkpoint['origin']} at {checkpoint['size']} leaves: {said_of(times, policy[1])}"
    if is_quorum is False:
        raise NotWitnessed(f"not yet witnessed: {sentence}")
    print(sentence)
    return times, since

# The whole log (C2SP tlog-tiles)

def fetch(place, path):
    """A place is an address, a folder, or a dict of files."""
    if isinstance(place, dict):
        return place[path]
    if place.startswith("http"):
        with urllib.request.urlopen(place.rstrip("/") + path, timeout=30) as answer:
            return answer.read()
    with open(os.path.join(place, path.lstrip("/")), "rb") as file:
        return file.read()

def tile_path(level, place, width):
    digits = str(place).zfill((len(str(place)) + 2) // 3 * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    name = "/".join(["x" + group for group in groups[:-1]] + groups[-1:])
    return f"/tile/{level}/{name}" + (f".p/{width}" if width < 256 else "")

def entries_in(data):
    while data:
        (length,) = struct.unpack(">H", data[:2])
        require(len(data) >= 2 + length, "a leaf is cut off")
        yield data[2 : 2 + length]
        data = data[2 + length :]

def read_tree(place, listed):
    """A tree with all its leaves, which its checkpoint was signed for."""
    folder, origin = listed["folder"], listed["origin"]
    checkpoint = read_checkpoint(fetch(place, folder + "/checkpoint").decode())
    require(checkpoint["origin"] == origin, "the checkpoint is of another log")
    keys = [key_in(verifier) for verifier in listed["keys"]]
    signer = require_signed(checkpoint, keys)
    hashes, first, size = [], b"", checkpoint["size"]
    for start in range(0, size, 256):
        width = min(256, size - start)
        entries = list(entries_in(fetch(place, folder + tile_path("entries", start // 256, width))))
        tile = fetch(place, folder + tile_path(0, start // 256, width))
        found = [leaf_hash(entry) for entry in entries]
        require(len(found) == width and b"".join(found) == tile, f"the leaves from {start} on are not those of their tile")
        hashes, first = hashes + found, first or entries[0]
    require(root_of(hashes) == checkpoint["root"], "the leaves are not those that the checkpoint was signed for")
    print(f"{origin}: {size} leaves, signed")
    return {"origin": origin, "folder": folder, "hashes": hashes, "first": first, "checkpoint": checkpoint, "signer": signer, "keys": keys}

CONTINUES = b"attestry/v1 continues\n"

def read_continuation(tree, earlier):
    """The last checkpoint of the tree before, as the first leaf of this tree has it (None if it has none), and which of its leaves are not here (None if all are)."""
    origin, first = tree["origin"], tree["first"]
    require(origin not in [one["origin"] for one in earlier], f"{origin} is there twice")
    if not first.startswith(CONTINUES):
        require(not earlier and tree["folder"] == "/log", f"{origin} does not say which tree it goes on from")
        return None, None
    if first == CONTINUES:
        print(f"{origin} goes on from a log whose last checkpoint is lost: nothing that its key signed counts")
        return None, f"leaves of before {origin}"
    last, before = read_checkpoint(first[len(CONTINUES) :].decode()), earlier[-1:]
    require(last["origin"] not in [one["origin"] for one in earlier[:-1]], f"{origin} goes on from a tree that another one goes on from")
    hashes = before[0]["hashes"] if before and before[0]["origin"] == last["origin"] else None
    here = len(hashes or [])
    require(here < last["size"] or here == last["size"] and root_of(hashes or []) == last["root"], f"{origin} goes on from another {last['origin']}")
    print(f"{origin} goes on from {last['origin']} at {last['size']} leaves, of which {here} are here")
    is_whole = hashes is not None and here == last["size"]
    return last, None if is_whole else f"{last['size'] - here} leaves of {last['origin']}"

def check_kept(name, older, trees):
    """A kept checkpoint: the log goes on from it. If it has more leaves than its tree: after a restore, the next tree names the last one that was signed."""
    hashes = next((tree["hashes"] for tree in trees if tree["origin"] == older["origin"]), None)
    size = None if hashes is None else len(hashes)
    last = next((tree["last"] for tree in trees if tree["last"] and tree["last"]["origin"] == older["origin"]), None)
    if size is not None and size >= older["size"]:
        if root_of(hashes[: older["size"]]) != older["root"]:
            raise Refused("split view", f"split view: the key of {older['origin']} signed {name}, and a log that does not go on from it")
        return print(f"goes on from {name}")
    lost = f"{name} has {older['size']} leaves, and the log has {size or 0}"
    if last and last["size"] == older["size"]:
        if last["root"] != older["root"]:
            raise Refused("split view", f"split view: the log goes on from another checkpoint of {older['origin']} than {name}")
        return print(f"goes on from {name}, of which {size or 0} leaves are here: the others were lost in a restore")
    if last["size"] > older["size"] if last else size is None and any(tree["lost"] for tree in trees):
        after = f" in a restore, after {last['size']} leaves" if last else ""
        raise Refused("lost leaves", f"{lost}: the others were lost{after}, and nobody can compare them; ask the operator, and keep the newest checkpoint")
    raise Refused("not in the log", lost if size is not None else f"there is no log of the origin of {name}")

def read_log(place, kept, proofs):
    """The trees, the oldest first, with all their leaves. Each goes on from the one before, and they go on from kept checkpoints. No line says that a proof was withdrawn."""
    trees, all_listed = [], [one for one in json.loads(fetch(place, "/log/logs.json"))["logs"] if one["checkpoint"]]
    keys = [key_in(verifier) for listed in all_listed for verifier in listed["keys"]]
    for name, older in kept:
        try:
            require_signed(older, keys)
        except Wrong as wrong:
            raise Refused("not in the log", f"{name}: {wrong}")
    for listed in reversed(all_listed):
        tree = read_tree(place, listed)
        tree["last"], tree["lost"] = read_continuation(tree, trees)
        trees.append(tree)
    lost = []
    for name, older in kept:
        try:
            check_kept(name, older, trees)
        except Refused as wrong:
            # A withdrawal may still be found.
            lost.append(wrong)
            if wrong.verdict != "lost leaves":
                raise
    for name, proof in proofs.items():
        require_not_withdrawn(name, proof, trees)
    for wrong in lost:
        raise wrong
    return trees

def read_kept(name):
    """A checkpoint, or that of a receipt or of a saved proof; the proof; and the command that checks the signature of the receipt or proof."""
    if name.startswith("http"):
        text = read_receipt_link(name)[1]
    else:
        with open(name, encoding="utf-8") as file:
            text = file.read()
    if re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+\s*", text, re.ASCII):
        text = json_in(text.split(".")[1])["checkpoint"]
        require(text, f"{name} names no checkpoint: the log had none")
        return read_checkpoint(text), None, "receipt"
    if not text.startswith("{"):
        return read_checkpoint(text), None, None
    proof = parse_json(text)
    return read_checkpoint(log_of(proof).partition("\n\n")[2]), proof, "statement"

def log_of(proof):
    require(isinstance(proof, dict) and isinstance(proof.get("log"), str), "this proof has no place in the log")
    return proof["log"]

def require_not_withdrawn(name, proof, trees):
    """No line of the log says that the statement of a saved proof was withdrawn, and no leaf is lost that could."""
    index, nonce, _, note = read_log_proof(proof["log"])
    included(proof["log"], signed_part(proof["statement"]))
    published, withdrawn = (leaf_hash(entry_of(kind, nonce, signed_part(proof["statement"]))) for kind in ("published", "withdrawn"))
    at = next((at for at, tree in enumerate(trees) if tree["origin"] == read_checkpoint(note)["origin"]), -1)
    hashes = trees[at]["hashes"] if at >= 0 else []
    require(index >= len(hashes) or hashes[index] == published, "the log does not have this statement")
    for tree in trees:
        if withdrawn in tree["hashes"]:
            line = tree["hashes"].index(withdrawn) + 1
            raise Refused(f"withdrawn at line {line}", f"{name} was withdrawn at line {line} of {tree['origin']}")
    # What was lost before the publication cannot hide its withdrawal.
    lost = [tree["lost"] for tree in trees[at + 1 :] if tree["lost"]]
    if lost:
        raise Refused("lost leaves", f"{' and '.join(lost)} are lost: a withdrawal of {name} among them cannot be seen; ask the operator")

def check_log(place, *files, policy=NO_POLICY, hours=WITHIN_A_DAY):
    read = {name: read_kept(name) for name in files}
    proofs = {name: proof for name, (_, proof, _) in read.items() if proof}
    trees = read_log(place, [(name, checkpoint) for name, (checkpoint, *_) in read.items()], proofs)
    require(trees, "there is no log yet")
    # Trees that ended are not signed any more.
    newest = trees[-1]
    times, since = require_quorum(newest["checkpoint"], newest["signer"], policy)
    lost = [tree["lost"] for tree in trees if tree["lost"]]
    whole = f"the log goes on, and {' and '.join(lost)} are lost," if lost else "the log is whole"
    end = f"up to line {len(newest['hashes'])} of {newest['origin']}"
    unchecked = "".join(f'; the signature of {name} was not checked here: "{command}" does that' for name, (*_, command) in read.items() if command)
    return conclude((f"no withdrawal of {', '.join(proofs)} {end}" if proofs else f"{whole} {end}") + unchecked, since, hours, times)

# A saved proof (RFC 9901, C2SP tlog-proof)

CLAIMS = ("name", "passport_number", "ircc_number", "nationality")

def require_statement(payload):
    """The claims of a statement, of the right types, and its digests at no other places than these two."""
    status, operator, documents = payload["status"]["status_list"], payload["operator"], payload["documents"]
    place, uri = status["idx"], status["uri"]
    require(payload["vct"] == "urn:attestry:publication:1" and payload["_sd_alg"] == "sha-256", "this is a statement of another type")
    require(is_time(payload["exp"]) and is_day(payload["published"]) and is_place(place), "a claim has another type")
    require("content_since" not in payload or is_day(payload["content_since"]) and payload["content_since"] > payload["published"], "a claim has another type")
    require(are_texts([payload["iss"], uri, operator["name"], operator["licence"]]) and are_texts(payload["_sd"]) and isinstance(documents, list), "a claim has another type")
    require(re.fullmatch(r"0|[1-9][0-9]{0,9}", uri.rpartition("/")[2]) and uri.rpartition("/")[0] == payload["iss"] + "/status-lists", "its status list is not of its issuer")
    require(all(are_texts([one["..."]]) and len(one) == 1 for one in documents), "a document is no digest")
    plain = {name: value for name, value in payload.items() if name not in ("_sd", "documents")}
    require(not has_digests(plain), "there are digests at another place")
    require(not any(name in CLAIMS or re.fullmatch("f[0-9]+", name) for name in plain), "a claim of a disclosure is in clear")

def has_digests(value):
    return re.search(r'"(_sd|\.\.\.)":', json.dumps(value, separators=(",", ":"))) is not None

def disclosed(payload, texts):
    """The claims and the documents that are disclosed (RFC 9901, 7.1)."""
    claims, documents, digests = {}, [], payload["_sd"] + [one["..."] for one in payload["documents"]]
    require(len(set(digests)) == len(digests) and len(set(texts)) == len(texts), "a digest is there twice")
    for text in texts:
        digest, content = in_b64url(sha256(text.encode())), json_in(text)
        require(digest in digests, "something was disclosed that was never signed")
        require(isinstance(content, list) and isinstance(content[0], str), "this is no disclosure")
        if digest in payload["_sd"]:
            _, name, value = content
            require(are_texts(content) and name not in payload and name not in claims and name != "...", "a disclosure is no claim, or a claim is there twice")
            claims[name] = value
        else:
            _, document = content
            require(are_texts([document["kind"], document.get("title", "")]) and are_texts(document["original_sha256"]) and are_texts(document["page_sha256"]) and not has_digests(document), "a disclosure is no document")
            documents.append(document)
    return claims, documents

def signed_by(key, token, kind):
    """What this key signed in a token of this type."""
    header, payload, signature = token.split(".")
    head = json_in(header)
    require(head["alg"] == "ES256" and head["typ"] == kind and "crit" not in head, "this is no token of this type")
    require(es256_holds(key, f"{header}.{payload}".encode(), b64url(signature)), f"{kind} is forged")
    return json_in(payload)

def signed_json(token, kind, keys):
    """What a key of the site signed in a token of this type while it was in use, and the key."""
    kid = json_in(token.partition(".")[0])["kid"]
    key = next((key for key in keys if key["kid"] == kid and key["alg"] == "ES256"), None)
    require(key, "this is not signed by a key of this site")
    payload = signed_by(key, token, kind)
    require(is_time(payload["iat"]), f"{kind} has no time")
    require_in_use(key, payload["iat"])
    return payload, key

DAY = 86400

# How much later, in seconds, the clock of a site may be than that of the reader.
TOLERANCE = 300

def is_whole(value, limit):
    return type(value) in (int, float) and value % 1 == 0 and 0 <= value < limit

def is_time(value):
    """In whole seconds since 1970."""
    return is_whole(value, 1e11)

def is_place(value):
    return is_whole(value, 65536)

def is_day(value):
    """Newer versions of Python take other spellings, too."""
    try:
        return datetime.date.fromisoformat(value).isoformat() == value
    except (TypeError, ValueError):
        return False

def are_texts(values):
    return isinstance(values, list) and all(isinstance(value, str) for value in values)

def require_in_use(key, time):
    """A key signs nothing from before it was made, nor after it was replaced; clocks differ."""
    require(key["iat"] - 2 * DAY < time < key.get("exp", math.inf) + DAY, "the key was not in use on that day")

def shown_by(key, proof, presented):
    """Key binding: to whom, for which question and when a wallet shows a statement. Its key signed exactly what it shows."""
    require(key["kty"] == "EC" and key["crv"] == "P-256" and "d" not in key, "the statement is bound to no key")
    payload = signed_by(key, proof, "kb+jwt")
    require(b64url(payload["sd_hash"]) == sha256(presented.encode()), "the wallet shows something else than it signed")
    require(is_time(payload["iat"]) and all(isinstance(payload[name], str) for name in ("aud", "nonce")), "the wallet does not say to whom it shows this")
    return {name: payload[name] for name in ("aud", "nonce", "iat")}

def read_statement(text, keys):
    """What a statement says, its key, its signed part, and who shows it: None if nobody does."""
    token, *texts = text.split("~")
    require(texts, "the statement is cut off")
    proof = texts.pop()
    payload, key = signed_json(token, "dc+sd-jwt", keys)
    shown = shown_by(payload["cnf"]["jwk"], proof, text[: len(text) - len(proof)]) if proof else None
    require_statement(payload)
    claims, documents = disclosed(payload, texts)
    said = {name: value for name, value in payload.items() if not name.startswith("_sd")} | {"documents": documents} | claims | {"papers_left_out": len(payload["documents"]) - len(documents)}
    return said, key, signed_part(text), shown

def require_own(checkpoint, known):
    """What a stolen key of the log signed holds up to these checkpoints. Returns whether it is one of them: any other may be forked."""
    last = next((one for one in known if one["origin"] == checkpoint["origin"]), None)
    require(last and checkpoint["size"] <= last["size"], "the key of the log was stolen, and this checkpoint is beyond what it signed before")
    is_last = checkpoint["size"] == last["size"]
    require(not is_last or b64(last["root"]) == checkpoint["root"], "the key of the log was stolen, and this checkpoint is another one")
    return is_last

def signed_part(statement):
    """The header.payload of an SD-JWT."""
    return statement.partition("~")[0].rpartition(".")[0].encode()

def entry_of(kind, nonce, signed):
    """The leaf of a publication or a withdrawal."""
    return f"attestry/v1 {kind}\n{base64.b64encode(sha256(nonce + sha256(signed))).decode()}\n".encode()

def read_log_proof(proof):
    """The index of the statement's leaf, its nonce, the path of hashes, and the checkpoint as it was signed."""
    head, _, note = proof.partition("\n\n")
    words, extra, index, *path = head.split("\n")
    require(words == "c2sp.org/tlog-proof@v1" and extra.startswith("extra ") and re.fullmatch(r"index (0|[1-9][0-9]{0,14})", index), "no proof of the log")
    nonce, path = b64(extra[6:]), [b64(line) for line in path]
    require(nonce and len(path) < 64 and all(len(one) == 32 for one in path), "no proof of the log")
    return int(index[6:]), nonce, path, note

def signer_in(checkpoint, key_set):
    """A checkpoint, the key of the log that signed it, and whether it counts without witnesses: no thief can have signed it."""
    of_log = {b64url(key["x"]): key for key in key_set["keys"] + key_set["revoked_keys"] if key["alg"] == "EdDSA"}
    key = require_signed(checkpoint, of_log)
    return checkpoint, key, "revoked" not in of_log[key] or require_own(checkpoint, of_log[key]["revoked"]["after"])

def place_in_log(proof, signed, key_set):
    """The index of the statement's leaf, the checkpoint of its tree, the key that signed it, and whether it counts without witnesses: no thief can have signed it."""
    checkpoint, key, is_sure = signer_in(read_checkpoint(read_log_proof(proof)[3]), key_set)
    return included(proof, signed), checkpoint, key, is_sure

def included(proof, signed):
    """The index of the statement's leaf in the tree of the checkpoint beside it, whoever signed that."""
    index, nonce, path, note = read_log_proof(proof)
    checkpoint = read_checkpoint(note)
    root = root_by_path(leaf_hash(entry_of("published", nonce, signed)), index, checkpoint["size"], path)
    require(root == checkpoint["root"], "the log does not have this statement")
    return index

def require_before(index, checkpoint, known):
    """What a stolen key signed holds only where the log had it before one of these checkpoints, which are of before the theft."""
    for one in known:
        if one["origin"] == checkpoint["origin"] and index < one["size"]:
            require(one["size"] != checkpoint["size"] or b64(one["root"]) == checkpoint["root"], "the checkpoint is another one")
            return
    raise Wrong("the key was stolen, and the log did not have this before")

def read_signed(saved, key_set):
    """What the signatures in a saved proof say, before the log is asked: the statement, its key, its signed part, the SHA-256 of its files."""
    keys, revoked = key_set["keys"], key_set["revoked_keys"]
    said, key, signed, _ = read_statement(saved["statement"], keys + revoked)
    # The thief of a stolen key can sign any list of files.
    if key in revoked or "files" not in saved:
        return said, key, signed, [digest for one in said["documents"] for digest in one["original_sha256"] + one["page_sha256"]]
    published, _ = signed_json(saved["files"], "attestry-files+jwt", [key])
    require(published["statement"] == sha256(signed).hex(), "the files are those of another statement")
    lists = [texts for one in published["documents"] for texts in ([one["kind"]], one["sha256"], one["looksLike"])]
    require(isinstance(published["documents"], list) and all(map(are_texts, lists)), "this is no list of files")
    return said, key, signed, [digest for one in published["documents"] for digest in one["sha256"]]

def read_proof(saved, key_set, policy=NO_POLICY):
    """What a saved proof says, the SHA-256 of the files that it names, whether its key was stolen since, who witnessed its checkpoint, and since when a quorum has."""
    said, key, signed, digests = read_signed(saved, key_set)
    index, checkpoint, signer, is_sure = place_in_log(log_of(saved), signed, key_set)
    times, is_quorum, since = witnessed(checkpoint, signer, policy)
    if is_quorum is False:
        raise NotWitnessed(f"not yet witnessed: {said_of(times, policy[1])}")
    if is_quorum is None and not is_sure:
        raise NotWitnessed("not witnessed, and the key of the log was stolen: save the proof again, for the last checkpoint of its log")
    if "revoked" in key:
        require_before(index, checkpoint, key["revoked"]["after"])
    return said, digests, "revoked" in key, times, since

def check_statement(proof_file, keys_file, *files, policy=NO_POLICY, hours=WITHIN_A_DAY):
    said, digests, is_stolen, times, since = read_proof_ended_first(read_json(proof_file), read_json(keys_file), policy)
    for name in files:
        with open(name, "rb") as file:
            require(hashlib.sha256(file.read()).hexdigest() in digests, f"{name} is none of the files that were published")
        print(f"{name} was published")
    if "name" not in said or not {"passport_number", "ircc_number"} & set(said):
        print("incomplete: the name or the number was left out")
    print(json.dumps(said, indent=1, ensure_ascii=False))
    print(said_of(times, policy[1]))
    now = time.time()
    of_time = {"over": "; its time is over", "to come": "; its time has not come", "counts": ""}[time_of(*days_of(said), now)]
    of_key = "; the key was stolen since, and the log had this before" if is_stolen else ""
    return conclude(f"signed and logged{of_key}{of_time}", since, hours, times, is_over=of_time != "")

# What has ended: papers with their last day, the newest first, and whether these are all

def newest_first(papers):
    return sorted((one for one in papers if is_day(one[2])), key=lambda one: one[2], reverse=True)

def ended_in(said, today):
    dated = newest_first((one["kind"], one.get("title", one["kind"]), one.get("last_day")) for one in said["documents"])
    return [one for one in dated if one[2] < today], said["papers_left_out"] == 0

def ended_in_answer(answer):
    ended = answer.get("ended") if answer["outcome"] == "shown" else None
    days = ended.items() if isinstance(ended, dict) else []
    return newest_first((kind, kind, day) for kind, day in days if kind in KINDS), answer["outcome"] == "nothing"

def say_ended(ended, is_all, why):
    for _, title, day in ended:
        print(f"{title} ended on {day}")
    if not is_all:
        print(f"{why}, only a lookup tells")

NO_DAYS = "the code of a slip has no last days: whether a paper has ended"

def read_proof_ended_first(saved, key_set, policy):
    """As read_proof. Says what has ended, also where the statement is over or not witnessed. What a stolen key signed counts only by the log."""
    said, key, _, _ = read_signed(saved, key_set)
    read = read_proof(saved, key_set, policy) if "revoked" in key else None
    say_ended(*ended_in(said, written_time(time.time())[:10]), "papers were left out: whether one has ended")
    return read or read_proof(saved, key_set, policy)

def days_of(said):
    """The days, in UTC, on which a statement was signed and on which it ends."""
    return [datetime.datetime.fromtimestamp(said[name], datetime.timezone.utc).date().isoformat() for name in ("iat", "exp")]

def time_of(issued, ends, now):
    """It counts until the end of its last day, in UTC, and from a day before it was signed: clocks differ."""
    begin, last = (datetime.datetime.fromisoformat(day + "T00:00+00:00").timestamp() for day in (issued, ends))
    return "to come" if begin > now + DAY else "over" if now >= last + DAY else "counts"

# A slip: the compact statement in its QR code

# The lowest bit first.
KINDS = "photo workPermit jobOffer application lmia visaPaper medical policeClearance fingerprint ticket visaApproval idCard".split()

def read_slip(code):
    """What it says, the bytes that are signed, and the signature. Its layout is in docs/proof.md."""
    require(100 <= len(code) <= 2000, "this is no slip")
    data = b64url(code)
    body, signature = data[:-64], data[-64:]
    require(len(body) > 20 and body[0] in (1, 2, 3, 4), "this is no slip")
    # What only versions 3 and 4 have.
    more, at = read_more(body) if body[0] > 2 else ({}, 19)
    number = rb"(?=(?:[/.\- ]*[A-Z0-9]){3})[A-Z0-9][A-Z0-9/.\- ]{1,38}[A-Z0-9]"
    begin, end = at + 1, at + 1 + body[at]
    require(re.fullmatch(number, body[begin:end]), "this is no number")
    digits = body[begin:end].decode()
    list_id, place, *days, bits = struct.unpack(">IHHHHH", body[5:19])
    kinds = [kind for at, kind in enumerate(KINDS) if bits >> at & 1]
    published, issued, ends = map(day_in, days)
    # Of a name that is cut its hash comes first.
    digest, begin = ({"nameSha256": body[end : end + 32].hex()}, end + 32) if body[0] in (2, 4) else ({}, end)
    script, name = body[begin], body[begin + 1 :]
    # One byte a letter: ASCII, and the 128 letters of one script.
    letters = name.decode() if script == 0 else "".join(chr(byte if byte < 128 else script << 7 | byte & 127) for byte in name)
    said = {"list": list_id, "place": place, "published": published, "issued": issued, "ends": ends, "kinds": kinds}
    require("contentSince" not in more or more["contentSince"] > published, "its content is older than its publication")
    return said | more | {"number": digits, "name": letters} | digest, body, signature

def day_in(days):
    return (datetime.date(2020, 1, 1) + datetime.timedelta(days=days)).isoformat()

def read_more(body):
    """Since when the content is as it is, the papers that the operator added, and where the number begins."""
    since, count, length = struct.unpack(">HBB", body[19:23])
    titles = body[23 : 23 + length].decode()
    titles = titles.split("\n") if titles else []
    require(since + count > 0 and len(titles) <= count and "" not in titles and len(body) > 23 + length, "this is no slip")
    day = {"contentSince": day_in(since)} if since else {}
    return day | ({"ownPapers": {"count": count, "titles": titles}} if count else {}), 23 + length

def thumbprint(key):
    return sha256(f'{{"crv":"P-256","kty":"EC","x":"{key["x"]}","y":"{key["y"]}"}}'.encode())

def judge_slip(link, sites, key_set):
    """What a slip says, and a verdict. Of a stolen key no slip counts: the log does not have it."""
    try:
        site, code = link_in(link)
        # A link with http leads to the same site.
        if host_of(site) not in map(host_of, sites):
            return None, "another site"
        said, body, signature = read_slip(code)
        for key in key_set["keys"] + key_set["revoked_keys"]:
            if key["alg"] == "ES256" and thumbprint(key)[:4] == body[1:5]:
                if es256_holds(key, b"attestry compact statement\0" + body, signature):
                    if key in key_set["revoked_keys"]:
                        return None, "stolen key"
                    require_in_use(key, datetime.datetime.fromisoformat(said["issued"] + "T00:00Z").timestamp())
                    return said, "signed"
    except BROKEN:
        pass
    return None, "not signed"

def check_slip(link, keys_file, *names):
    key_set = read_json(keys_file)
    said, verdict = judge_slip(link, [site_of(link)], key_set)
    require(verdict == "signed", f"{verdict}: this is not signed by a key of this site that counts")
    for name in names:
        name = unicodedata.normalize("NFC", name)
        same = sha256(name.encode()).hex() == said["nameSha256"] if "nameSha256" in said else name == said["name"]
        require(same, "this was signed of another name")
    print(json.dumps(said, indent=1, ensure_ascii=False))
    if "nameSha256" in said:
        print("the name is cut" + (", and the whole one is as given" if names else ": give it whole to compare it"))
    say_ended([], False, NO_DAYS)
    return conclude('signed; "stands" asks whether it still stands', None, WITHIN_A_DAY)

# Receipts

def read_receipt(token, sites, key_set, now, policy=NO_POLICY):
    """What a receipt of one of these addresses says, its checkpoint (None if the log had none), who witnessed that, and since when a quorum has."""
    claimed = json_in(token.split(".")[1])
    if origin_of(claimed["iss"]) and claimed["iss"] not in sites:
        raise Refused("another site", "this receipt is of another site")
    said, key = signed_json(token, "attestry-receipt+jwt", key_set["keys"] + key_set["revoked_keys"])
    if "revoked" in key:
        raise Refused("stolen key", "the key of this receipt was stolen")
    whole_receipt(said)
    if said["iat"] > now + TOLERANCE:
        raise Refused("to come", "this receipt is of a time to come")
    if said["checkpoint"] is None:
        return said, None, {}, None
    try:
        checkpoint = read_checkpoint(said["checkpoint"])
        _, signer, _ = signer_in(checkpoint, key_set)
        times, _, since = witnessed(checkpoint, signer, policy)
    except BROKEN as wrong:
        raise Refused("not in the log", f"the checkpoint of this receipt is none of the log: {wrong}")
    return said, checkpoint, times, since

def whole_receipt(said):
    """A receipt whose claims are there. A key signs anything."""
    texts = [said["iss"], said["purpose"], said["asked_with"]] + [said["asked_by"][name] for name in ("name", "country") if said["asked_by"] is not None]
    require(are_texts(texts) and (said["checkpoint"] is None or isinstance(said["checkpoint"], str)) and isinstance(said["answers"], list), "this is no receipt")
    for one in said["answers"]:
        is_answer = one["outcome"] == "nothing" or one["outcome"] == "shown" and is_day(one["published"]) and is_day(one.get("content_since", "2020-01-01")) and are_texts(one["documents"])
        require(isinstance(one["digest"], str) and is_answer, "this is no answer")
    return said

def answer_for(said, disclosure):
    """What was asked, and the answer, for a disclosure of this receipt."""
    digest = in_b64url(sha256(disclosure.encode()))
    answer = next((one for one in said["answers"] if one["digest"] == digest), None)
    if answer is None:
        raise Refused("not disclosed", "this disclosure is of another receipt")
    try:
        asked = json_in(disclosure)[1]
        require(are_texts([asked["number"], asked["name"]]), "this is no disclosure of a receipt")
    except BROKEN as wrong:
        raise Refused("not disclosed", f"this disclosure cannot be read: {wrong}")
    return asked, answer

RECEIPT_LINK = r"(https?://[^/]+)/check#([\w-]+\.[\w-]+\.[\w-]+)~([\w-]+)"

def read_receipt_link(link):
    found = re.fullmatch(RECEIPT_LINK, link.strip(SPACES), re.ASCII)
    require(found, "this is no link of a receipt")
    return found.groups()

def check_receipt(name, keys_file, *more, policy=NO_POLICY, hours=WITHIN_A_DAY):
    if name.startswith("http"):
        site, token, disclosure = read_receipt_link(name)
        disclosures = [disclosure]
    else:
        require(more, "name the site whose receipt this is")
        site, *disclosures = more
        with open(name, encoding="utf-8") as file:
            token = file.read().strip()
    said, checkpoint, times, since = read_receipt(token, [site], read_json(keys_file), time.time(), policy)
    for disclosure in disclosures:
        asked, answer = answer_for(said, disclosure)
        print(json.dumps({**asked, **answer}, indent=1, ensure_ascii=False))
        if answer["outcome"] == "nothing":
            print("that there was nothing is the word of this site alone, and it does not say why")
        say_ended(*ended_in_answer(answer), "it is of the past: whether another paper has ended since")
    at = datetime.datetime.fromtimestamp(said["iat"], datetime.timezone.utc)
    ends = f"{checkpoint['origin']} at {checkpoint['size']} leaves" if checkpoint else "without a log"
    return conclude(f'signed by {site} at {at:%Y-%m-%d %H:%M:%S}Z, {ends}; "log" compares it with the log of now', since, hours, times, asked_at=said["iat"])

# Status lists (Token Status List)

# In seconds. Sites sign a list for 15 minutes.
LONGEST_LIFE = 3600

def stands(token, address, place, keys, now):
    """Whether the statement at this place stands, and when the site signed that."""
    said, key = signed_json(token, "statuslist+jwt", keys)
    made, end = said["iat"], said["exp"]
    bits_each = said["status_list"]["bits"]
    require(said["sub"] == address and is_whole(bits_each, 2) and bits_each and is_place(place), "this is no such list, or place")
    require(is_time(end) and end > now and end - made <= LONGEST_LIFE, "the list is too old, or lives too long")
    # A list says what stands now, so the tolerance is minutes.
    require(made <= min(now, key.get("exp", math.inf)) + TOLERANCE, "the list is of a time to come, or newer than the end of its key")
    packed = zlib.decompressobj()
    bits = packed.decompress(b64url(said["status_list"]["lst"]), 8193)
    require(len(bits) <= 8192 and packed.eof and not packed.unused_data, "the list is cut off, or too long")
    return bits[int(place) >> 3] >> (int(place) & 7) & 1 == 0, said["iat"]

def path_of(address):
    return "/" + address.split("/", 3)[3]

def check_stands(name, keys_file, *moved_to, policy=NO_POLICY, hours=WITHIN_A_DAY):
    key_set, times, since = read_json(keys_file), {}, None
    if name.startswith("http"):
        site = site_of(name)
        said, verdict = judge_slip(name, [site], key_set)
        require(verdict == "signed", verdict)
        say_ended([], False, NO_DAYS)
        address, place, who = f"{site}/status-lists/{said['list']}", said["place"], site
        days = said["issued"], said["ends"]
    else:
        said, _, _, times, since = read_proof_ended_first(read_json(name), key_set, policy)
        status, who = said["status"]["status_list"], said["operator"]["name"]
        address, place, days = status["uri"], status["idx"], days_of(said)
    of_time = time_of(*days, time.time())
    if of_time != "counts":
        return conclude(f"signed by {who}; its time {'is over' if of_time == 'over' else 'has not come'}", since, hours, times, is_over=True)
    # The whole list, so that the site does not learn which place matters. Its address is signed in it, wherever it comes from.
    site = moved_to[0] if moved_to else address[: -len(path_of(address))]
    token = fetch(site, path_of(address)).decode()
    try:
        is_standing, signed = stands(token, address, place, key_set["keys"], time.time())
    except BROKEN as wrong:
        raise Wrong(f"the status list is not believed ({wrong}); the key may be newer than {keys_file}: fetch that again")
    require(is_standing, "signed once, and it no longer stands")
    if since is not None and is_current(since, time.time(), hours):
        return conclude(f"signed by {who}, and it still stands", since, hours, times)
    return conclude(f"signed by {who}, and it stands by its own list of {written_time(signed)}", since, hours, times)

# Registers of agencies

# The spaces of browsers.
SPACES = " \t\n\x0b\f\r\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
LONGEST_LINK, LONGEST_ADDRESS = 8400, 300

def link_in(text):
    """The site and the fragment of a link of a slip or a receipt, None if this is none."""
    text = text.strip(SPACES)
    found = re.fullmatch(rf"(https?)://(?:[^{SPACES}/?#\\%]*@)?([^{SPACES}/?#\\%@]+)/check/?(?:\?[^{SPACES}#]*)?#(.+)", text, re.IGNORECASE | re.ASCII | re.DOTALL)
    if found and len(text) <= LONGEST_LINK and not re.search(r"[\0-\x1f\x7f-\x9f]", text):
        return f"{found[1].lower()}://{found[2]}", found[3]
    return None

def site_of(link):
    found = link_in(link)
    require(found, "this is no link of a slip")
    return origin_of(found[0])

def host_of(address):
    return origin_of(address).partition("://")[2]

def origin_of(address):
    """Scheme, host and port, as browsers write them. Takes an address without its scheme, too."""
    found = re.fullmatch(r"(?:(https?)://)?([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?(?:/[!-~]*)?", address, re.IGNORECASE | re.ASCII)
    require(found, "this is no address; write a host with other letters than ASCII as your browser does, as xn--…")
    scheme, usual = (found[1] or "https").lower(), {"http": 80, "https": 443}
    port, host = int(found[3] or usual[scheme]), found[2].lower()
    if host.startswith("["):
        written = f"[{ipaddress.IPv6Address(host[1:-1])}]"
    else:
        is_number = re.search(r"(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$", host)
        written = str(ipaddress.IPv4Address(host)) if is_number else host
    require(port < 65536 and written == host, "this is no address, or browsers write it in another way")
    return f"{scheme}://{host}" + (f":{port}" if port != usual[scheme] else "")

def statement_in(text):
    """The statement in a saved proof, or the first one in any other text. None if there is none."""
    try:
        saved = parse_json(text)
    except (Wrong, ValueError, RecursionError):
        saved = None
    if isinstance(saved, dict) and isinstance(saved.get("statement"), str):
        return saved["statement"]
    found = re.search(r"(?<![\w-])ey[\w-]+\.[\w-]+\.[\w-]+~[\w~-]*(?:\.[\w-]+\.[\w-]+)?", text, re.ASCII)
    if not found or saved is None and text.lstrip(SPACES).startswith("{"):
        return None
    try:
        is_receipt = json_in(found[0].partition(".")[0])["typ"] == "attestry-receipt+jwt"
    except BROKEN:
        is_receipt = False
    return None if is_receipt else found[0]

def presented_in(text):
    """The address that a text names, what checks whether one of some keys signed it while it was in use (None for an address), and whether it is whole."""
    link = link_in(text)
    if link:
        site = link[0]
        code = f"{site}/check#{link[1]}"
        if re.fullmatch(RECEIPT_LINK, code, re.ASCII):
            _, token, disclosure = read_receipt_link(code)
            return origin_of(site), lambda keys: answer_for(whole_receipt(signed_json(token, "attestry-receipt+jwt", keys)[0]), disclosure), True
        try:
            hint = in_b64url(read_slip(link[1])[1][1:5])[:5]
            known = lambda keys: {"keys": [key for key in keys if key["kid"].startswith(hint)], "revoked_keys": []}
            return origin_of(site), lambda keys: require(judge_slip(code, [site], known(keys))[1] == "signed", "not signed"), True
        except BROKEN:
            pass
    statement = statement_in(text)
    if statement:
        iss = json_in(statement.split(".")[1])["iss"]
        return origin_of(iss), lambda keys: read_statement(statement, keys), True
    if link:
        return origin_of(site), lambda keys: require(False, "the slip is damaged"), False
    part = rf"[^{SPACES}/?#@\\%:]+"
    address = len(text) <= LONGEST_ADDRESS and re.fullmatch(rf"(?:https?://{part}|{part}\.{part})(?::[0-9]+)?/?", text.strip(SPACES), re.IGNORECASE | re.ASCII)
    require(address, "this is nothing that a register tells of")
    return origin_of(address[0]), None, True

def read_register(token, key):
    """The content of a register that this key signed: its thumbprint is what the reader knows."""
    jwk = json_in(token.split(".")[0])["jwk"]
    require(in_b64url(thumbprint(jwk)) == key, "this is the register of somebody else")
    said, _ = signed_json(token, "attestry-register+jwt", [{"x": jwk["x"], "y": jwk["y"], "kid": key, "alg": "ES256", "iat": 0}])
    require(is_time(said["exp"]) and isinstance(said["name"], str) and isinstance(said["agencies"], list), "this is no register")
    return said

def is_agency(entry):
    """Other programs make registers, too: what is not as described does not count."""
    try:
        days = [entry["from"]] + ([entry["until"]] if "until" in entry else [])
        texts = [entry[name] for name in ("name", "licence", "origin")] + [entry.get("log", "")] + [key[name] for key in entry["keys"] for name in ("x", "y", "kid")]
        require(isinstance(entry["keys"], list) and are_texts(entry.get("former", [])) and all(map(is_day, days)), "this is no agency")
        times = [key[name] for key in entry["keys"] for name in ("iat", "exp") if name in key]
        return are_texts(texts) and all(map(is_time, times)) and (entry["state"] == "listed" or entry["state"] == "ended" and len(days) == 2)
    except BROKEN:
        return False

def listing_of(text, key, token, now):
    """What a register tells of a text, the agency, and when the register was signed."""
    origin, check, is_whole = presented_in(text)
    try:
        register = read_register(token, key)
    except BROKEN:
        return "altered", None, None
    signed_at = register["iat"]
    if register["exp"] <= now:
        return "stale", None, signed_at
    today = datetime.datetime.fromtimestamp(now, datetime.timezone.utc).date().isoformat()
    stands = lambda entry: entry["state"] == "listed" and today <= entry.get("until", today)
    # An agency may have an ended entry beside the one that stands.
    begun = sorted((entry for entry in register["agencies"] if is_agency(entry) and entry["from"] <= today), key=stands, reverse=True)

    def is_here(entry):
        # An address that was given up may belong to somebody else: it counts only for what the agency signed.
        return any(is_address(one) for one in [entry["origin"]] + (entry.get("former", []) if check else []))

    def is_address(one):
        try:
            return origin_of(one) == origin
        except BROKEN:
            return False

    def signed(entry):
        try:
            check([{"iat": 0, **one, "alg": "ES256"} for one in entry["keys"]])
            return True
        except BROKEN:
            return False

    here = [entry for entry in begun if is_here(entry)]
    by = [entry for entry in begun if signed(entry)] if check else here
    both = next((entry for entry in by if entry in here), None)
    if both:
        return "listed" if stands(both) else "ended", both["name"], signed_at
    # What was not read whole may still be genuine.
    require(is_whole or not here, "the slip is damaged")
    kind = "another-address" if by else "another-key" if here else "not-listed"
    return kind, (by + here)[0]["name"] if by or here else None, signed_at

def check_listed(name, register_file, key):
    with open(register_file, encoding="utf-8") as file:
        token = file.read().strip()
    text = name
    if os.path.exists(name):
        with open(name, encoding="utf-8") as file:
            text = file.read()
    now = time.time()
    verdict, agency, signed_at = listing_of(text, key, token, now)
    require(verdict == "listed", verdict + (f": {agency}" if agency else ""))
    is_shown = is_current(signed_at, now, WITHIN_A_DAY)
    print(f"listed: {agency}, by a list signed {age_of(signed_at, now)}" + ("" if is_shown else ": not shown to be current"))
    return 0 if is_shown else 4

# docs/proof-vectors.json

def judge_listing(vector, now):
    try:
        return listing_of(vector["text"], vector["key"], vector["register"], time_in(vector, now))
    except BROKEN:
        return "nothing", None, None

def time_in(vector, now):
    return datetime.datetime.fromisoformat(vector["now"]).timestamp() if "now" in vector else now

def judge_proof(vector, key_set):
    """A verdict, who witnessed the checkpoint, and what the proof says."""
    saved = vector["proof"]
    try:
        require_plain(saved, 16)
        said, key, _, digests = read_signed(saved, key_set)
    except BROKEN:
        return "not signed", None, None
    try:
        _, _, is_stolen, times, _ = read_proof(saved, key_set, read_policy(vector["policy"]) if "policy" in vector else NO_POLICY)
        return "holds, key stolen later" if is_stolen else "holds", times, summary(said, digests)
    except BROKEN as wrong:
        return "stolen key" if "revoked" in key else "not yet witnessed" if isinstance(wrong, NotWitnessed) else "not in the log", None, None

def summary(said, digests):
    """What a statement says, in the words of a slip."""
    issued, ends = days_of(said)
    status = said["status"]["status_list"]
    kinds = [one["kind"] for one in said["documents"] if one["kind"] in KINDS]
    who = {"number": said.get("passport_number", said.get("ircc_number", "")), "name": said.get("name", "")}
    since = {"contentSince": said["content_since"]} if "content_since" in said else {}
    days = {"published": said["published"], **since, "issued": issued, "ends": ends}
    return {"list": int(status["uri"].rpartition("/")[2]), "place": status["idx"], **days, "kinds": kinds, **who, "files": digests}

def judge_shown(vector, key_set):
    """A verdict on what a wallet shows, and to whom it shows that, for which question and when."""
    try:
        shown = read_statement(vector["statement"], key_set["keys"])[3]
    except BROKEN:
        return "not signed", None
    return ("shown", shown) if shown else ("not shown", None)

def judge_time(vector, vectors, sites):
    find = lambda kind: next(one for one in vectors[kind] if one["name"] == vector[kind[:-1]])
    if "slip" in vector:
        said, _ = judge_slip(find("slips")["link"], sites, vectors["keys"])
        days = said["issued"], said["ends"]
    else:
        days = days_of(read_signed(find("proofs")["proof"], vectors["keys"])[0])
    return time_of(*days, datetime.datetime.fromisoformat(vector["at"]).timestamp())

def judge_ending(vector, vectors, sites, now):
    """The kinds that have ended on a day, with their last days, and "unknown" if there may be more."""
    ended, is_all = [], False
    if "statement" in vector:
        ended, is_all = ended_in(read_signed(vector, vectors["keys"])[0], vector["day"])
    elif "receipt" in vector:
        said, *_ = read_receipt(vector["receipt"], sites, vectors["keys"], now)
        ended, is_all = ended_in_answer(answer_for(said, vector["disclosure"])[1])
    words = [f"{kind} {day}" for kind, _, day in ended] + ([] if is_all else ["unknown"])
    return ", ".join(words) or "none"

def judge_receipt(vector, sites, key_set, now):
    """A verdict, and what was asked. With a log, it must have the checkpoint of the receipt."""
    try:
        said, *_ = read_receipt(vector["receipt"], sites, key_set, now, read_policy(vector.get("policy", "quorum none")))
        of_log = {"keys": [key for key in key_set["keys"] + key_set["revoked_keys"] if key["alg"] == "EdDSA"]}
        if "entries" in vector and judge_trees(of_log, [vector], older=said["checkpoint"]) != "goes on":
            return "not in the log", None
        asked, answer = answer_for(said, vector["disclosure"])
        return answer["outcome"], asked
    except Refused as wrong:
        return wrong.verdict, None
    except BROKEN:
        return "not signed", None

def is_signed(note, log_keys):
    try:
        return bool(require_signed(read_checkpoint(note), [b64url(key["x"]) for key in log_keys]))
    except BROKEN:
        return False

def judge_trees(vector, trees, proof=None, older=None):
    """What the command "log" says of trees, the newest first, and of a proof or a checkpoint."""
    kept, place, listed = older or proof and read_log_proof(proof["log"])[3], {}, []
    if kept and not is_signed(kept, vector["keys"]):
        return "broken" if proof else "not in the log"
    try:
        if proof:
            included(proof["log"], signed_part(proof["statement"]))
        for tree in trees:
            checkpoint, entries = read_checkpoint(tree["checkpoint"]), b64(tree["entries"])
            folder, width = tree.get("folder", "/log"), checkpoint["size"]
            keys = [verifier_of(checkpoint["origin"], b64url(key["x"])) for key in vector["keys"]]
            listed.append({"origin": checkpoint["origin"], "folder": folder, "keys": keys, "checkpoint": True})
            hashes = b64(tree["tile"]) if "tile" in tree else b"".join(map(leaf_hash, entries_in(entries)))
            place[folder + "/checkpoint"] = tree["checkpoint"].encode()
            place |= {folder + tile_path(level, 0, width): data for level, data in (("entries", entries), (0, hashes))}
        place["/log/logs.json"] = json.dumps({"logs": listed})
        # What the command prints belongs to no verdict.
        with contextlib.redirect_stdout(io.StringIO()):
            read_log(place, [("it", read_checkpoint(kept))] if kept else [], {"it": proof} if proof else {})
        return "no withdrawal" if proof else "goes on"
    except Refused as wrong:
        return "broken" if proof and wrong.verdict == "not in the log" else wrong.verdict
    except BROKEN:
        return "broken"

def judge_status(vector, keys, now):
    try:
        return "stands" if stands(vector["token"], vector["address"], vector["place"], keys, time_in(vector, now))[0] else "ended"
    except BROKEN:
        return "not believed"

def judge_standing(vector, proofs, key_set):
    """The verdict on a proof at a time, if the list of the site says that its statement stands."""
    one = next(one for one in proofs if one["name"] == vector["proof"])
    if "log" not in one["proof"]:
        return standing(None, True, None, None)
    try:
        _, _, signed, _ = read_signed(one["proof"], key_set)
        _, checkpoint, signer, is_sure = place_in_log(one["proof"]["log"], signed, key_set)
        _, is_quorum, since = witnessed(checkpoint, signer, read_policy(one["policy"]) if "policy" in one else NO_POLICY)
    except BROKEN:
        return "not-logged"
    now = datetime.datetime.fromisoformat(vector["now"]).timestamp()
    return standing(is_quorum, is_sure, since, now, vector.get("hours", WITHIN_A_DAY))

def judge_log(vector, log_keys):
    if not all(is_signed(vector[name], log_keys) for name in ("checkpoint", "older") if name in vector):
        return "not signed"
    verdict = judge_trees({"keys": log_keys}, [vector], older=vector.get("older"))
    return {"goes on": "whole", "not in the log": "shorter"}.get(verdict, verdict)

def check_vectors(name):
    with open(name, encoding="utf-8") as file:
        vectors = json.load(file)
    key_set, now = vectors["keys"], datetime.datetime.fromisoformat(vectors["now"]).timestamp()
    log_keys = [key for key in key_set["keys"] if key["alg"] == "EdDSA"]
    proof_of = lambda one: next(proof["proof"] for proof in vectors["proofs"] if proof["name"] == one["proof"])
    sites = [vectors["site"], *vectors["former_issuers"]]
    judges = {
        "proofs": lambda one: judge_proof(one, key_set)[0],
        "slips": lambda one: judge_slip(one["link"], sites, key_set)[1],
        "shown": lambda one: judge_shown(one, key_set)[0],
        "times": lambda one: judge_time(one, vectors, sites),
        "endings": lambda one: judge_ending(one, vectors, sites, now),
        "statuses": lambda one: judge_status(one, key_set["keys"], now),
        "standings": lambda one: judge_standing(one, vectors["proofs"], key_set),
        "receipts": lambda one: judge_receipt(one, sites, key_set, now)[0],
        "registers": lambda one: judge_listing(one, now)[0],
        "logs": lambda one: judge_log(one, log_keys),
        "withdrawals": lambda one: judge_trees({"keys": log_keys}, [one], proof_of(one)),
        "trees": lambda one: judge_trees(one, one["trees"], one.get("proof"), one.get("older")),
    }
    count = 0
    says = {
        "slips": lambda one: judge_slip(one["link"], sites, key_set)[0],
        "shown": lambda one: judge_shown(one, key_set)[1],
        "receipts": lambda one: judge_receipt(one, sites, key_set, now)[1],
        "registers": lambda one: judge_listing(one, now)[1],
        # Not said of each.
        "proofs": lambda one: judge_proof(one, key_set)[2] if "says" in one else None,
    }
    for kind, read in says.items():
        for one in vectors[kind]:
            said = read(one)
            require(said == one.get("says"), f"{kind}, {one['name']}: it says {said}")
    for one in vectors["proofs"]:
        if "witnesses" in one:
            times = judge_proof(one, key_set)[1]
            require(times == one["witnesses"], f"proofs, {one['name']}: witnessed by {times}")
    for kind, judge in judges.items():
        for one in vectors[kind]:
            found, count = judge(one), count + 1
            require(found == one["verdict"], f"{kind}, {one['name']}: {found}, and not {one['verdict']}")
    print(f"{count} vectors, each as expected")

BROKEN = (Wrong, OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, struct.error, zlib.error)

# How many arguments each command needs, and whether it asks witnesses.
COMMANDS = {
    "log": (check_log, 1, True),
    "statement": (check_statement, 2, True),
    "slip": (check_slip, 2, False),
    "receipt": (check_receipt, 2, True),
    "stands": (check_stands, 2, True),
    "listed": (check_listed, 3, False),
    "vectors": (check_vectors, 1, False),
}

WHOM_TO_ASK = """Say which witnesses must have signed. Nothing was checked.
  --policy FILE         keep the site's own from /log/policy, or write one with the witnesses that you trust
  --without-witnesses   to believe the site alone: the answer then says so, and the exit code is 3"""

class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{__doc__}\n{message}\n")

def arguments():
    parser = Arguments(add_help=False)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("names", nargs="+")
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument("--policy")
    whom.add_argument("--without-witnesses", action="store_true")
    parser.add_argument("--max-age", type=float)
    given = parser.parse_intermixed_args()
    _, least, asks_witnesses = COMMANDS[given.command]
    if len(given.names) < least:
        parser.error(f"{given.command} needs {least} names")
    is_slip = given.command == "stands" and given.names[0].startswith("http")
    if asks_witnesses and not (given.policy or given.without_witnesses or is_slip):
        parser.exit(2, WHOM_TO_ASK + "\n")
    return given

def main():
    given = arguments()
    check, _, asks_witnesses = COMMANDS[given.command]
    options = {}
    if asks_witnesses and given.policy:
        with open(given.policy, encoding="utf-8", newline="") as file:
            options["policy"] = read_policy(file.read())
    if asks_witnesses and given.max_age is not None:
        options["hours"] = given.max_age
    return check(*given.names, **options)

if __name__ == "__main__":
    # Terminals of Windows cannot write every name.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")
    try:
        sys.exit(main())
    except KeyError as missing:
        sys.exit(f"WRONG: there is no {missing}")
    except urllib.error.HTTPError as wrong:
        sys.exit(f"WRONG: {wrong.url} answered {wrong.code}")
    except (urllib.error.URLError, TimeoutError, ConnectionError) as wrong:
        print(f"NOT CHECKED: there was no answer ({getattr(wrong, 'reason', wrong)})", file=sys.stderr)
        sys.exit(2)
    except BROKEN as wrong:
        sys.exit(f"WRONG: {wrong}")
