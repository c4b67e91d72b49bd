import type { ForeignReader } from './foreign/foreign.ts'
import type { Flow, Node } from './graph.ts'
import type { Report } from './xml/xml.ts'

type Unlinked<N> = N extends Node ? Omit<N, 'incoming' | 'outgoing'> : never
/** A node before its flows are known. */
export type DraftNode = Unlinked<Node>
export type DraftFlow = Flow

/** What reading a process needs. */
export interface Given {
  readonly foreign: ForeignReader
  readonly report: Report
}

export interface Reader extends Given {
  /** Names given to flows that have no id. */
  readonly named: Set<string>
  /** Ids of elements that cannot be executed, with the reason reported. */
  readonly refused: Set<string>
  readonly undoing: DraftUndoing[]
  readonly links: (readonly [string, string])[]
  readonly linkEvents: DraftLink[]
}

/** What all nodes have. */
export type Base = Pick<
  Node,
  | 'id'
  | 'name'
  | 'parent'
  | 'defaultFlow'
  | 'repeat'
  | 'undoes'
  | 'startQuantity'
  | 'completionQuantity'
>

/** An event on the border of an activity from which an association leads to what undoes it. */
export interface DraftUndoing {
  readonly event: string
  readonly activity: string
}

/** An end of a link, on the level of a sub-process or the process itself. */
export interface DraftLink {
  readonly id: string
  readonly parent: string | undefined
  readonly throws: boolean
  readonly name: string
}

/** All levels of a process, flat. */
export interface Drafts {
  readonly undoing: readonly DraftUndoing[]
  /** Associations, from one id to another. */
  readonly links: readonly (readonly [string, string])[]
  readonly linkEvents: readonly DraftLink[]
  readonly nodes: readonly DraftNode[]
  readonly flows: readonly DraftFlow[]
  readonly refused: ReadonlySet<string>
}
