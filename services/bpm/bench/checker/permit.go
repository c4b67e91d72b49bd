package main

import "github.com/anishathalye/porcupine"

// A permit: good for one start, which a repeat with the same key finds again.
type permit struct {
	used bool
	key  string // of the start that has used it
	id   string // of what was started; "" while nobody has heard it
}

// start says whether an answer is right, and what the start leaves. A nil answer is one that nobody heard.
func (p permit) start(in Input, out *Output) (bool, permit) {
	if !p.used {
		next := permit{used: true, key: in.Key}
		if out == nil {
			return true, next
		}
		next.id = out.ID
		return out.Status == 201 && out.ID != "", next
	}
	if in.Key == p.key {
		return p.found(200, out)
	}
	return out == nil || *out == Output{Status: 409, Code: "bpm.permit_used"}, p
}

// found: what was started is shown, always the same.
func (p permit) found(status int, out *Output) (bool, permit) {
	if out == nil {
		return true, p
	}
	isSame := out.ID != "" && (p.id == "" || p.id == out.ID)
	p.id = out.ID
	return out.Status == status && isSame, p
}

// read: what the initiator's list has for the subject of the permit.
func (p permit) read(out *Output) (bool, permit) {
	if p.used {
		return p.found(200, out)
	}
	return out == nil || *out == Output{Status: 200}, p
}

var permits = porcupine.Model{
	Init: func() any { return permit{} },
	Step: func(state, input, output any) (bool, any) {
		p, in, out := state.(permit), input.(Input), output.(*Output)
		if in.Do == "start" {
			return p.start(in, out)
		}
		return p.read(out)
	},
	Equal: func(a, b any) bool { return a.(permit) == b.(permit) },
}
