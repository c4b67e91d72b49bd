/**
 * A decision table (DMN 1.3, chapter 8) as it is kept: plain JSON. A row matches where each of its cells does;
 * an empty cell, null, always does.
 */
export interface DecisionTable {
  readonly hitPolicy: HitPolicy
  readonly inputs: readonly TableInput[]
  readonly outputs: readonly TableOutput[]
  readonly rows: readonly TableRow[]
  /** What it gives where no row matches, one cell for each output; null: nothing. */
  readonly otherwise: readonly OutputCell[] | null
}

/**
 * `UNIQUE`: no two rows match at once. `FIRST`: the first that matches. `COLLECT`: all that match, in the order of
 * the rows, which DMN also calls RULE ORDER.
 */
export const HIT_POLICIES = ['UNIQUE', 'FIRST', 'COLLECT'] as const
export type HitPolicy = (typeof HIT_POLICIES)[number]

/** The types of variables that a table can look at. */
export const INPUT_TYPES = ['string', 'number', 'boolean', 'date'] as const
export type InputType = (typeof INPUT_TYPES)[number]

export interface TableInput {
  /** Of the business type. */
  readonly variable: string
  readonly type: InputType
  readonly label?: string
}

/**
 * `people`: who is asked; `approvals`: how many of them have to approve; `order`: all at once or one after the other;
 * `due`: how long they have. The others are values, for the variables of the same name.
 */
export const OUTPUT_TYPES = ['people', 'approvals', 'order', 'due', ...INPUT_TYPES] as const
export type OutputType = (typeof OUTPUT_TYPES)[number]

export interface TableOutput {
  readonly name: string
  readonly type: OutputType
  readonly label?: string
}

export interface TableRow {
  readonly inputs: readonly InputCell[]
  readonly outputs: readonly OutputCell[]
  /** Why it is so. */
  readonly note?: string
}

export type CellValue = string | number | boolean

/** A unary test. `date` values are text as variables of this type are. */
export type InputCell = null | OneOf | NoneOf | Range
export interface OneOf {
  readonly oneOf: readonly CellValue[]
}
export interface NoneOf {
  readonly noneOf: readonly CellValue[]
}
/** Of numbers and dates; the names are those of JSON Schema. */
export interface Range {
  readonly minimum?: CellValue
  readonly exclusiveMinimum?: CellValue
  readonly maximum?: CellValue
  readonly exclusiveMaximum?: CellValue
}

export const boundsOf = (range: Range): readonly CellValue[] =>
  [range.minimum, range.exclusiveMinimum, range.maximum, range.exclusiveMaximum].filter(
    (bound) => bound !== undefined,
  )

export const ORDERS = ['together', 'inTurn'] as const

/** Null: it says nothing, and what the process says counts. */
export type OutputCell = null | CellValue | readonly TablePerson[]

export const PERSON_KINDS = [
  'user',
  'role',
  'department',
  'post',
  'departmentLeader',
  'managerLine',
  'initiator',
  'variable',
] as const

/** Whom a row names: a candidate as a user task has them. */
export interface TablePerson {
  readonly kind: (typeof PERSON_KINDS)[number]
  readonly ref?: string
  /** Of a `departmentLeader`. */
  readonly level?: number
  /** Of a `managerLine`. */
  readonly from?: number
  readonly to?: number
  /** Of a `variable`. */
  readonly name?: string
}

/** Values to try a table with, and what it must give for them. */
export interface TableExample {
  readonly name?: string
  readonly values: Readonly<Record<string, CellValue>>
  /** One cell for each output; null: nothing. */
  readonly expect: readonly OutputCell[] | null
}

/** A version that is published: it never changes. */
export interface PublishedTable {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly table: DecisionTable
}

export const isPeople = (cell: OutputCell | undefined): cell is readonly TablePerson[] =>
  Array.isArray(cell)

/** Where the one output of such a type stands; -1 where there is none. */
export const outputOf = ({ outputs }: DecisionTable, type: OutputType): number =>
  outputs.findIndex((output) => output.type === type)
