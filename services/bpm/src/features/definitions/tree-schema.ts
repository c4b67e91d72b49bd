import {
  BRANCH_KINDS,
  CANDIDATE_KINDS,
  COMMENT_RULES,
  DECIDED_CHANGES,
  DECISION_MODES,
  DUPLICATES,
  IMPORT_OUTCOMES,
  ON_EMPTY,
  ON_INITIATOR,
  ON_REJECT,
  OPEN_CHANGES,
  REJECT_RULES,
  RESUBMIT_MODES,
  RETURN_TARGETS,
  SEPARATION_ROUNDS,
  STEP_RESULTS,
  type ApprovalTree,
} from '@countersign/contracts'
import { closed } from '@countersign/service-kit/schema'
import { Type, type TSchema } from 'typebox'

const Name = Type.String({ minLength: 1, maxLength: 200 })
// Step ids become ids of XML elements.
const StepId = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9._-]{0,99}$' })
// A draft may leave open what it leads to or runs.
const Named = Type.String({ pattern: '^(?:[A-Za-z_][A-Za-z0-9._-]{0,99})?$' })
const Level = Type.Integer({ minimum: 0, maximum: 50 })

const Candidate = closed(
  {
    kind: Type.Enum(CANDIDATE_KINDS),
    ref: Type.Optional(Type.String({ minLength: 1, maxLength: 150 })),
    level: Type.Optional(Level),
    from: Type.Optional(Level),
    to: Type.Optional(Level),
    direction: Type.Optional(Type.Enum(['bottomUp', 'topDown'])),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    value: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    weight: Type.Optional(Type.Number({ minimum: 0.001, maximum: 1000 })),
    atLeast: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  },
  { title: 'ApprovalCandidate' },
)
const Candidates = Type.Array(Candidate, { maxItems: 50 })

const Moment = Type.String({ maxLength: 200 })
const time = {
  in: Type.Optional(Moment),
  at: Type.Optional(Moment),
  calendar: Type.Optional(Type.Enum(['working', 'continuous'])),
}
const Open = Type.String({ maxLength: 2000 })
const VariableName = Type.String({ minLength: 1, maxLength: 64 })

const Expression = Type.String({ minLength: 1, maxLength: 2000 })
const Result = Type.Enum(STEP_RESULTS)

const Imported = Type.Optional(
  Type.Array(
    closed({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      value: Type.Optional(Type.String({ maxLength: 200 })),
      outcome: Type.Enum(IMPORT_OUTCOMES),
      wins: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    }),
    {
      maxItems: 100,
      description:
        'What became of what another tool said of it; what is `refused` keeps it from being published.',
    },
  ),
)
const step = { id: StepId, imported: Imported }

const ApproveStep = closed(
  {
    ...step,
    type: Type.Literal('approve'),
    name: Name,
    candidates: Candidates,
    mode: Type.Optional(Type.Enum(DECISION_MODES)),
    threshold: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    reject: Type.Optional(Type.Enum(REJECT_RULES)),
    rejectThreshold: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    onReject: Type.Optional(Type.Enum(ON_REJECT)),
    onEmpty: Type.Optional(Type.Enum(ON_EMPTY)),
    emptyUsers: Type.Optional(
      Type.Array(Type.String({ pattern: '^[^\\s,]{1,150}$' }), { maxItems: 50 }),
    ),
    onInitiator: Type.Optional(Type.Enum(ON_INITIATOR)),
    duplicates: Type.Optional(Type.Enum(DUPLICATES)),
    return: Type.Optional(
      closed({
        to: Type.Optional(Type.Enum(RETURN_TARGETS)),
        resubmit: Type.Optional(Type.Enum(RESUBMIT_MODES)),
      }),
    ),
    comment: Type.Optional(
      closed({
        approve: Type.Optional(Type.Enum(COMMENT_RULES)),
        reject: Type.Optional(Type.Enum(COMMENT_RULES)),
        return: Type.Optional(Type.Enum(COMMENT_RULES)),
        transfer: Type.Optional(Type.Enum(COMMENT_RULES)),
        delegate: Type.Optional(Type.Enum(COMMENT_RULES)),
        addSign: Type.Optional(Type.Enum(COMMENT_RULES)),
      }),
    ),
    change: Type.Optional(
      closed({
        open: Type.Optional(Type.Enum(OPEN_CHANGES)),
        decided: Type.Optional(Type.Enum(DECIDED_CHANGES)),
      }),
    ),
    forbid: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z]{1,20}$' }), { maxItems: 20, uniqueItems: true }),
    ),
    fields: Type.Optional(
      Type.Array(closed({ name: VariableName, access: Type.Enum(['hidden', 'read', 'write']) }), {
        maxItems: 200,
      }),
    ),
    due: Type.Optional(
      closed({ ...time, decision: Type.Optional(Type.String({ maxLength: 100 })) }),
    ),
    remind: Type.Optional(
      closed({ ...time, times: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    ),
    escalate: Type.Optional(closed({ ...time, candidates: Candidates })),
    timeout: Type.Optional(
      closed({ ...time, result: Type.Optional(Type.Enum(['approved', 'rejected'])) }),
    ),
  },
  { title: 'ApproveStep' },
)

const CopyStep = closed(
  {
    ...step,
    type: Type.Literal('cc'),
    name: Name,
    candidates: Candidates,
  },
  { title: 'CopyStep' },
)

const Mappings = Type.Optional(
  Type.Array(closed({ source: Open, target: Type.String({ maxLength: 64 }) }), { maxItems: 100 }),
)

const CallStep = closed(
  {
    ...step,
    type: Type.Literal('call'),
    name: Name,
    key: Named,
    inheritVariables: Type.Optional(Type.Boolean()),
    onReject: Type.Optional(Type.Enum(ON_REJECT)),
    in: Mappings,
    out: Mappings,
    many: Type.Optional(
      closed({
        each: Type.Optional(Open),
        as: Type.Optional(Type.String({ maxLength: 64 })),
        times: Type.Optional(Open),
        sequential: Type.Optional(Type.Boolean()),
        until: Type.Optional(Open),
      }),
    ),
  },
  { title: 'CallStep' },
)

const AutoStep = closed(
  {
    ...step,
    type: Type.Literal('auto'),
    name: Name,
    rules: Type.Optional(Type.Array(closed({ when: Open, result: Result }), { maxItems: 50 })),
    otherwise: Result,
  },
  { title: 'AutoStep' },
)

const CallbackStep = closed(
  {
    ...step,
    type: Type.Literal('callback'),
    name: Name,
    request: Type.String({ maxLength: 150 }),
  },
  { title: 'CallbackStep' },
)

const DecisionStep = closed(
  {
    ...step,
    type: Type.Literal('decision'),
    name: Name,
    table: Type.String({ maxLength: 100 }),
  },
  { title: 'DecisionStep' },
)

const WaitStep = closed(
  {
    ...step,
    type: Type.Literal('wait'),
    name: Name,
    in: Type.Optional(Open),
    at: Type.Optional(Open),
    calendar: time.calendar,
    message: Type.Optional(Type.String({ maxLength: 150 })),
  },
  { title: 'WaitStep' },
)

const EndStep = closed(
  {
    ...step,
    type: Type.Literal('end'),
    name: Type.Optional(Name),
    result: Type.Optional(Result),
    all: Type.Optional(Type.Boolean({ description: 'Other paths end, too.' })),
  },
  { title: 'EndStep' },
)

const JumpStep = closed(
  { ...step, type: Type.Literal('jump'), name: Type.Optional(Name), to: Named },
  { title: 'JumpStep' },
)

// The title is a name in the document: of each level, for what is within it is of the next.
const subStep = (inner: TSchema, depth: number) =>
  closed(
    {
      ...step,
      type: Type.Literal('sub'),
      name: Name,
      steps: Type.Array(inner, { maxItems: 50 }),
    },
    { title: `SubProcessStep${depth}` },
  )

const branchStep = (inner: TSchema, depth: number) =>
  closed(
    {
      ...step,
      type: Type.Literal('branch'),
      name: Type.Optional(Name),
      kind: Type.Enum(BRANCH_KINDS),
      branches: Type.Array(
        closed({
          name: Name,
          when: Type.Optional(Expression),
          otherwise: Type.Optional(Type.Boolean()),
          steps: Type.Array(inner, { maxItems: 50 }),
        }),
        { minItems: 2, maxItems: 20 },
      ),
    },
    { title: `BranchStep${depth}` },
  )

/** Branches and sub-processes within another; deeper than this nobody reads a form. */
const maxDepth = 4

function stepSchema(depth: number): TSchema {
  const plain: TSchema[] = [
    ApproveStep,
    CopyStep,
    CallStep,
    AutoStep,
    CallbackStep,
    DecisionStep,
    WaitStep,
    EndStep,
    JumpStep,
  ]
  if (depth === 0) return Type.Union(plain)
  const inner = stepSchema(depth - 1)
  return Type.Union([...plain, branchStep(inner, depth), subStep(inner, depth)])
}

const Separation = closed({
  nodes: Type.Array(StepId, { minItems: 1, maxItems: 50, uniqueItems: true }),
  rounds: Type.Optional(Type.Enum(SEPARATION_ROUNDS)),
})

export const TreeBody = Type.Unsafe<ApprovalTree>(
  closed({
    steps: Type.Array(stepSchema(maxDepth), { minItems: 1, maxItems: 50 }),
    separations: Type.Optional(Type.Array(Separation, { maxItems: 50 })),
    imported: Imported,
  }),
)
