// What is recorded of requests, as services/bpm/bench/checker reads it, and how the processes that send them are told what to do.

/** What was asked for. */
export interface Input {
  readonly do:
    | 'claim'
    | 'unclaim'
    | 'approve'
    | 'reject'
    | 'takeBack'
    | 'withdraw'
    | 'readTask'
    | 'readApproval'
    | 'start'
    | 'read'
  readonly by: string
  readonly taskNo?: string
  readonly key?: string
  /** Of the task, as the person has read it. */
  readonly revision?: number
}

/** What was answered. Of a refusal its status and code alone. */
export interface Output {
  readonly status: number
  readonly code?: string
  /** Status of the approval. */
  readonly approval?: string
  /** Revision of the approval. */
  readonly revision?: number
  readonly taskNo?: string
  readonly state?: string
  readonly holder?: string
  readonly taskRevision?: number
  /** Of what was started. */
  readonly id?: string
}

/** A request, with the moments at which it was sent and answered: nanoseconds since the campaign began. */
export interface Operation {
  readonly client: string
  readonly call: number
  readonly return: number
  readonly input: Input
  /** null: nobody heard what became of it. It may be done at any later time, or never. */
  readonly output: Output | null
}

/** A person, as a process of clients plays them. */
export interface Player {
  readonly name: string
  readonly token: string
}

/** What a process of clients is told first. */
export interface Settings {
  readonly name: string
  /** Of the processes of bpm. */
  readonly addresses: readonly string[]
  /** Where the clock that all processes of the machine share stood when the campaign began, in nanoseconds. */
  readonly origin: string
  /** Names of people by their ids. */
  readonly names: Readonly<Record<string, string>>
}

/** Players start the same at once with one permit. */
export interface Race {
  readonly kind: 'race'
  readonly seed: number
  readonly players: readonly Player[]
  readonly body: Readonly<Record<string, unknown>> & { readonly bizId: string }
  /** Keys of starts, of which each player draws. */
  readonly keys: readonly string[]
}

/** Players do at random what can be done with an approval. */
export interface Work {
  readonly kind: 'work'
  readonly seed: number
  readonly players: readonly Player[]
  readonly instanceId: string
  readonly bizId: string
  readonly steps: number
}

/** A player reads an approval and its tasks, when nobody does anything any more. */
export interface Look {
  readonly kind: 'look'
  readonly players: readonly [Player]
  readonly instanceId: string
  readonly taskNos: readonly string[]
}

export type Order = Race | Work | Look
