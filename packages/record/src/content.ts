/** Somebody, by the id that iam gave them and the name that they had then. */
interface Person {
  readonly id: string
  readonly name: string
}

interface Node {
  readonly id: string
  readonly name: string
}

/** Which approval at which moment, and who vouches for it. */
export interface RecordSubject {
  /** Base URL of the platform. */
  readonly issuer: string
  /** The key that signs it: its RFC 7638 thumbprint. Also in the header, which is told from it when altered. */
  readonly kid: string
  readonly tenantId: string
  readonly instanceId: string
  /** The last moment that the record tells of, RFC 3339. Not when it was signed. */
  readonly asOf: string
  /** Number of the last entry of the log. */
  readonly sequence: number
  /** Whether it holds everything, or what one participant may see. */
  readonly view: 'all' | 'participant'
}

export interface RecordApproval {
  readonly bizType: string
  readonly bizTypeVersion: string
  readonly bizId: string
  readonly title: string
  readonly initiator: Person
  readonly status: string
  /** How it ended; null while it has not. */
  readonly result: string | null
  readonly round: number
  readonly startedAt: string
  readonly endedAt: string | null
  /** The approval that called this one. */
  readonly parentId: string | null
  /** The approvals that this one has called. */
  readonly called: readonly {
    readonly id: string
    readonly node: Node
    readonly title: string
    readonly status: string
  }[]
}

export interface RecordValue {
  readonly name: string
  readonly label: string | null
  readonly type: string
  readonly value: unknown
}

/** A seat of a node: who could decide, who did, and for whom. */
export interface RecordSeat {
  readonly taskNo: string
  readonly node: Node
  readonly round: number
  readonly status: string
  readonly candidates: readonly Person[]
  readonly assignee: Person | null
  /** Whose decision it stays while somebody else has it to advise. */
  readonly ownerId: string | null
  /** Who stands in for whom in this seat. */
  readonly onBehalfOf: readonly { readonly standIn: string; readonly for: Person }[]
  readonly endedBy: Person | null
  readonly openedAt: string | null
  readonly endedAt: string | null
  readonly dueAt: string | null
}

/** Somebody to whom it was shown. */
export interface RecordCopy {
  readonly node: Node
  readonly round: number
  readonly person: Person | null
  readonly at: string
  readonly readAt: string | null
}

/** An entry of the log. */
export interface RecordAction {
  readonly sequence: number
  readonly at: string
  readonly round: number
  readonly action: string
  readonly actor: { readonly id: string; readonly name: string; readonly kind: 'user' | 'service' }
  readonly onBehalfOf?: Person
  readonly task: { readonly taskNo: string; readonly node: Node } | null
  /** What was acted on: base64url of SHA-256 over the RFC 8785 form of what the task showed. */
  readonly contentHash?: string
  /**
   * How the actor said that they had seen what the task showed then: by its content hash, or by the revision of
   * the task. `none` when they did not say so.
   */
  readonly boundBy?: 'contentHash' | 'revision' | 'none'
  /** Of a decision: values it was made on that are others now. */
  readonly changedSince?: readonly string[]
  readonly comment: string | null
  readonly attachments: readonly {
    readonly documentId: string
    readonly versionId: string
    readonly name: string
    /** Of its bytes, in hexadecimal; absent in logs of before there were any. */
    readonly sha256?: string
    /** Who took it away, by which entry. */
    readonly removed?: {
      readonly at: string
      readonly by: Person & { readonly kind: 'user' | 'service' }
      readonly sequence: number
    }
  }[]
  readonly details: Readonly<Record<string, unknown>>
  readonly moves: readonly { readonly node: Node; readonly outcome: string }[]
  /** Of the signature that the actor had drawn then: SHA-256 of the RFC 8785 form of its strokes, base64url. */
  readonly drawnSignature?: string
}

export interface RecordRound {
  readonly round: number
  readonly startedAt: string
  readonly status: string
  readonly returned: {
    readonly at: string
    readonly by: Person
    readonly comment: string | null
  } | null
  readonly changes: readonly {
    readonly name: string
    readonly label: string | null
    readonly from: unknown
    readonly to: unknown
  }[]
}

export interface RecordDelivery {
  readonly sequence: number
  readonly eventId: string
  readonly type: string
  readonly createdAt: string
  /** When the receiver took it; null when it has not, or when that is not kept any more. */
  readonly deliveredAt: string | null
}

/** What a record says. Each member is a part with a hash of its own. */
export interface RecordContent {
  readonly record: RecordSubject
  readonly approval: RecordApproval
  readonly definition: {
    readonly id: string
    readonly key: string
    readonly version: number
    readonly name: string
    /** Of the BPMN in UTF-8, base64url. */
    readonly sha256: string
  }
  readonly values: readonly RecordValue[]
  readonly seats: readonly RecordSeat[]
  readonly copies: readonly RecordCopy[]
  readonly actions: readonly RecordAction[]
  readonly rounds: readonly RecordRound[]
  readonly deliveries: {
    /** Where events go, to readers of everything. */
    readonly origin: string | null
    readonly events: readonly RecordDelivery[]
  }
}
