package main

import (
	"maps"
	"slices"

	"github.com/anishathalye/porcupine"
)

// The nodes of the approval, one after the other; at each anybody of a pool may decide.
const nodes = 3

type task struct {
	node     int
	state    string // OPEN, CLAIMED, APPROVED, REJECTED or CANCELLED
	holder   string // who has claimed it, or has decided it
	revision int    // counted up by each action that changes it
}

func (t task) isLive() bool { return t.state == "OPEN" || t.state == "CLAIMED" }

// An approval as people can see it. Values of it are never changed: what follows is another.
type approval struct {
	status   string
	revision int
	tasks    []task
	answers  map[string]Output // by the key of the request; refusals are not kept
}

func started() approval {
	return approval{status: "RUNNING", revision: 1, tasks: []task{{node: 1, state: "OPEN", revision: 1}}}
}

func (a approval) copied() approval {
	a.tasks, a.answers = slices.Clone(a.tasks), maps.Clone(a.answers)
	if a.answers == nil {
		a.answers = map[string]Output{}
	}
	return a
}

func (a approval) equals(b approval) bool {
	return a.status == b.status && a.revision == b.revision && slices.Equal(a.tasks, b.tasks) && maps.Equal(a.answers, b.answers)
}

var (
	notFound         = Output{Status: 404, Code: "bpm.not_found"}
	notOpen          = Output{Status: 409, Code: "bpm.task_not_open"}
	notRunning       = Output{Status: 409, Code: "bpm.instance_not_running"}
	decidedSince     = Output{Status: 409, Code: "bpm.decided_since"}
	revisionMismatch = Output{Status: 412, Code: "bpm.revision_mismatch"}
)

// do says what an operation is answered with that has the approval to itself, and what it leaves.
func (a approval) do(in Input) (Output, approval) {
	if kept, repeated := a.answers[in.Key]; in.Key != "" && repeated {
		return kept, a
	}
	if in.Do == "readApproval" {
		return a.shown(0), a
	}
	if in.Do == "withdraw" {
		if a.status != "RUNNING" {
			return notRunning, a
		}
		return a.acted(in, func(next *approval) int {
			next.status = "WITHDRAWN"
			next.cancelLive()
			return 0
		})
	}
	if in.Task < 1 || in.Task > len(a.tasks) {
		return notFound, a
	}
	if in.Do == "readTask" {
		return a.shown(in.Task), a
	}
	if in.Do == "takeBack" {
		return a.takenBack(in)
	}
	return a.decided(in)
}

// decided: what the holder of a live task does with it, or anybody while nobody holds it.
func (a approval) decided(in Input) (Output, approval) {
	found := a.tasks[in.Task-1]
	if !found.isLive() {
		return notOpen, a
	}
	if in.Revision != 0 && in.Revision != found.revision {
		return revisionMismatch, a
	}
	mine := found.holder == in.By
	wrong := map[string]bool{"claim": found.holder != "", "unclaim": !mine}
	if wrong[in.Do] || (found.holder != "" && !mine) {
		return notOpen, a
	}
	return a.acted(in, func(next *approval) int {
		changed := &next.tasks[in.Task-1]
		changed.revision++
		changed.holder = in.By
		switch in.Do {
		case "claim":
			changed.state = "CLAIMED"
		case "unclaim":
			changed.state, changed.holder = "OPEN", ""
		case "reject":
			changed.state, next.status = "REJECTED", "REJECTED"
		case "approve":
			changed.state = "APPROVED"
			if found.node == nodes {
				next.status = "APPROVED"
			} else {
				next.tasks = append(next.tasks, task{node: found.node + 1, state: "OPEN", revision: 1})
			}
		}
		return in.Task
	})
}

// takenBack: what followed is undone, and whoever had decided has the task again, as another one.
func (a approval) takenBack(in Input) (Output, approval) {
	found := a.tasks[in.Task-1]
	isApproved := func(t task) bool { return t.state == "APPROVED" }
	switch {
	case a.status != "RUNNING":
		return notRunning, a
	case found.holder != in.By:
		return notFound, a
	case !isApproved(found):
		return notOpen, a
	case slices.ContainsFunc(a.tasks[in.Task:], isApproved):
		return decidedSince, a
	}
	return a.acted(in, func(next *approval) int {
		next.cancelLive()
		annulled := &next.tasks[in.Task-1]
		annulled.state = "CANCELLED"
		annulled.revision++
		again := task{node: found.node, state: "CLAIMED", holder: in.By, revision: 1}
		next.tasks = append(next.tasks, again)
		return len(next.tasks)
	})
}

func (a approval) acted(in Input, change func(*approval) int) (Output, approval) {
	next := a.copied()
	next.revision++
	answer := next.shown(change(&next))
	if in.Key != "" {
		next.answers[in.Key] = answer
	}
	return answer, next
}

func (a *approval) cancelLive() {
	for at := range a.tasks {
		if a.tasks[at].isLive() {
			a.tasks[at].state = "CANCELLED"
			a.tasks[at].revision++
		}
	}
}

// shown is the answer that shows the approval, and one of its tasks.
func (a approval) shown(number int) Output {
	answer := Output{Status: 200, Approval: a.status, Revision: a.revision}
	if number > 0 {
		one := a.tasks[number-1]
		answer.Task, answer.State, answer.Holder, answer.TaskRevision = number, one.state, one.holder, one.revision
	}
	return answer
}

var approvals = porcupine.Model{
	Init: func() any { return started() },
	Step: func(state, input, output any) (bool, any) {
		answer, next := state.(approval).do(input.(Input))
		given := output.(*Output)
		return given == nil || *given == answer, next
	},
	Equal: func(a, b any) bool { return a.(approval).equals(b.(approval)) },
}
