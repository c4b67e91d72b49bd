/**
 * The approval engine: a pure function from state and command to state and effects.
 *
 * Who the approvers are is known by another service, and no transaction may wait for the network.
 * So a command takes two phases.
 *
 * 1. Outside a transaction: read the state without a lock, call {@link plan}, ask the directory for
 *    what it wants, add the answers, and again until it wants nothing.
 * 2. Inside the transaction: lock the instance, read the state, call {@link apply} with the answers.
 *    - `applied`: write the state, the effects and the log, commit.
 *    - `refused`: roll back and tell the caller.
 *    - `needs`: somebody else moved the approval in between. Roll back, ask for `requests`, repeat 2.
 *
 * Nothing here reads a clock, a random number or the network; the same state, command and answers
 * always give the same result, which is what makes the log replayable.
 */
import type { CompiledProcess } from '../definition/graph.ts'
import type { Command, Directory, DirectoryRequest, Outcome } from './command.ts'
import type { EngineState } from './state.ts'

export interface EngineOptions {
  /** Code of the role whose members stand in for `onEmpty: administrators`. */
  readonly administratorsRole: string
}

/** `apply(process, state, command, directory, options)`: the second phase. */
export type Apply = (
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  directory: Directory,
  options: EngineOptions,
) => Outcome

/** `plan(process, state, command, directory, options)`: what to ask before `apply`; [] when nothing. */
export type Plan = (
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  directory: Directory,
  options: EngineOptions,
) => readonly DirectoryRequest[]
