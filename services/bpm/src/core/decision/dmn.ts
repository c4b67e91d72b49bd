// DMN 1.3 documents with one decision table, by dmn-moddle. What we cannot run is refused by name.
import { DmnModdle } from 'dmn-moddle'
import { APPROVAL_NAMESPACE } from '@countersign/contracts'
import { boundedReading, MAX_WARNINGS, TooManyWarnings } from '../definition/xml/bounded-reading.ts'
import {
  elementOf,
  elementsOf,
  textOf,
  unsafeXml,
  type ModdleElement,
} from '../definition/xml/xml.ts'
import type { VariableDeclaration } from '../variables.ts'
import { isInputType } from './check-cells.ts'
import { readOutput, writeOutput } from './output-text.ts'
import type { TableProblem } from './problem.ts'
import type { ReadTable } from './read.ts'
import {
  OUTPUT_TYPES,
  type DecisionTable,
  type HitPolicy,
  type TableInput,
  type TableOutput,
  type TableRow,
} from './table.ts'
import { CellUnreadable, readUnaryTest, writeUnaryTest } from './unary-tests.ts'

const DMN_13 = 'https://www.omg.org/spec/DMN/20191111/MODEL/'

/** Of 1.2, 1.4 and 1.5: tables are written there as they are in 1.3. */
const otherVersions =
  /https?:\/\/www\.omg\.org\/spec\/DMN\/(?:20180521|20211108|20230324)\/MODEL\//g

/** What kind of result a column is, where DMN has only `string` for it. */
const resultPackage = {
  name: 'Results',
  uri: APPROVAL_NAMESPACE,
  prefix: 'approval',
  types: [
    {
      name: 'Result',
      extends: ['dmn:OutputClause'],
      properties: [{ name: 'gives', isAttr: true, type: 'String' }],
    },
  ],
}

let shared: DmnModdle | undefined
const moddle = (): DmnModdle => (shared ??= new DmnModdle({ approval: resultPackage }))

export async function writeDmn(
  table: DecisionTable,
  { key, name }: { readonly key: string; readonly name: string },
): Promise<string> {
  const model = moddle()
  const decision = model.create('dmn:Decision', {
    id: key,
    name,
    decisionLogic: model.create('dmn:DecisionTable', {
      id: `${key}_table`,
      // COLLECT leaves the order open in DMN, ours does not.
      hitPolicy: table.hitPolicy === 'COLLECT' ? 'RULE ORDER' : table.hitPolicy,
      input: table.inputs.map(toInputClause),
      output: table.outputs.map((output, at) => toOutputClause(table, output, at)),
      rule: table.rows.map((row, number) => toRule(table, row, number)),
    }),
  })
  const document = model.create('dmn:Definitions', {
    id: `${key}_definitions`,
    name,
    namespace: APPROVAL_NAMESPACE,
    drgElement: [decision],
  })
  return (await model.toXML(document, { format: true })).xml
}

const toText = (type: string, id: string, text: string): ModdleElement =>
  moddle().create(type, { id, text })

function toInputClause({ variable, type, label }: TableInput, at: number): ModdleElement {
  const id = `input_${at + 1}`
  const expression = { id: `${id}_expression`, typeRef: type, text: variable }
  const inputExpression = moddle().create('dmn:LiteralExpression', expression)
  return moddle().create('dmn:InputClause', { id, label: label ?? variable, inputExpression })
}

function toOutputClause(
  { otherwise }: DecisionTable,
  { name, type, label }: TableOutput,
  at: number,
): ModdleElement {
  const id = `output_${at + 1}`
  const simple = isInputType(type) ? type : 'string'
  return moddle().create('dmn:OutputClause', {
    id,
    name,
    ...(label === undefined ? {} : { label }),
    typeRef: type === 'approvals' ? 'number' : simple,
    ...(isInputType(type) ? {} : { gives: type }),
    ...(otherwise === null
      ? {}
      : {
          defaultOutputEntry: toText(
            'dmn:LiteralExpression',
            `${id}_otherwise`,
            writeOutput(otherwise[at] ?? null, type, false),
          ),
        }),
  })
}

function toRule({ inputs, outputs }: DecisionTable, row: TableRow, number: number): ModdleElement {
  const id = `row_${number + 1}`
  return moddle().create('dmn:DecisionRule', {
    id,
    ...(row.note === undefined ? {} : { description: row.note }),
    inputEntry: inputs.map(({ type }, at) => {
      const test = writeUnaryTest(row.inputs[at] ?? null, type)
      return toText('dmn:UnaryTests', `${id}_input_${at + 1}`, test)
    }),
    outputEntry: outputs.map(({ type }, at) => {
      const result = writeOutput(row.outputs[at] ?? null, type, false)
      return toText('dmn:LiteralExpression', `${id}_output_${at + 1}`, result)
    }),
  })
}

/** Reads the one decision table of a document. */
export async function readDmn(
  xml: string,
  variables: readonly VariableDeclaration[],
): Promise<ReadTable> {
  const problems: TableProblem[] = []
  const report = (element: string, message: string) => {
    const told = message.slice(0, 300).replaceAll(/\s+/g, ' ')
    problems.push({ pointer: element, code: 'dmn_unsupported', message: told })
  }
  const unsafe = unsafeXml(xml)
  if (unsafe !== undefined) return failed(unsafe.code, unsafe.message)
  let root: ModdleElement
  try {
    const { rootElement, warnings } = await moddle().fromXML(
      xml.replaceAll(otherVersions, DMN_13),
      'dmn:Definitions',
      boundedReading,
    )
    for (const { message } of warnings) report('', message)
    root = rootElement
  } catch (error) {
    if (error instanceof TooManyWarnings) {
      for (const { message } of error.warnings.slice(0, MAX_WARNINGS)) report('', message)
      return { table: undefined, problems }
    }
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return failed('dmn_unreadable', message.slice(0, 300))
  }
  const decisions = elementsOf(root, 'drgElement').filter(({ $type }) => $type === 'dmn:Decision')
  const [decision, ...more] = decisions
  const logic = decision && elementOf(decision, 'decisionLogic')
  if (decision === undefined || logic?.$type !== 'dmn:DecisionTable') {
    return failed('dmn_unsupported', 'the document has no decision table')
  }
  if (more.length > 0)
    report(textOf(decision, 'id'), 'it has several decisions: take each by itself')
  const table = readTable(logic, variables, report)
  const name = textOf(decision, 'name')
  return {
    table: problems.length > 0 ? undefined : table,
    problems,
    ...(name === '' ? {} : { name }),
  }
}

const failed = (code: string, message: string): ReadTable => ({
  table: undefined,
  problems: [{ pointer: '', code, message }],
})

type Report = (element: string, message: string) => void

function readTable(
  logic: ModdleElement,
  variables: readonly VariableDeclaration[],
  report: Report,
): DecisionTable {
  const inputs = elementsOf(logic, 'input').map((one) => readInput(one, variables, report))
  const outputs = elementsOf(logic, 'output').map((one, at) => readResult(one, at, report))
  const attempt = <T>(element: ModdleElement | undefined, read: (text: string) => T): T | null => {
    if (element === undefined) return null
    try {
      return read(textOf(element, 'text'))
    } catch (error) {
      if (!(error instanceof CellUnreadable)) throw error
      report(textOf(element, 'id'), error.message)
      return null
    }
  }
  const rows = elementsOf(logic, 'rule').map((rule) => {
    const tests = elementsOf(rule, 'inputEntry')
    const results = elementsOf(rule, 'outputEntry')
    const note = textOf(rule, 'description')
    return {
      inputs: inputs.map(({ type }, at) => attempt(tests[at], (text) => readUnaryTest(text, type))),
      outputs: outputs.map(({ type }, at) =>
        attempt(results[at], (text) => readOutput(text, type, false)),
      ),
      ...(note === '' ? {} : { note }),
    }
  })
  const defaults = elementsOf(logic, 'output').map((one) => elementOf(one, 'defaultOutputEntry'))
  return {
    hitPolicy: readHitPolicy(logic, report),
    inputs,
    outputs,
    rows,
    otherwise: defaults.every((one) => one === undefined)
      ? null
      : outputs.map(({ type }, at) =>
          attempt(defaults[at], (text) => readOutput(text, type, false)),
        ),
  }
}

function readHitPolicy(logic: ModdleElement, report: Report): HitPolicy {
  const written = textOf(logic, 'hitPolicy') || 'UNIQUE'
  if (textOf(logic, 'aggregation') !== '') {
    report(textOf(logic, 'id'), 'an aggregation is not supported: take one row that says it')
  }
  if (written === 'UNIQUE' || written === 'FIRST') return written
  if (written === 'RULE ORDER' || written === 'COLLECT') return 'COLLECT'
  report(
    textOf(logic, 'id'),
    `hit policy ${written} is not supported: take UNIQUE, FIRST or RULE ORDER`,
  )
  return 'UNIQUE'
}

function readInput(
  clause: ModdleElement,
  variables: readonly VariableDeclaration[],
  report: Report,
): TableInput {
  const expression = elementOf(clause, 'inputExpression')
  const variable = expression === undefined ? '' : textOf(expression, 'text').trim()
  const label = textOf(clause, 'label')
  const declared = variables.find(({ name }) => name === variable)?.type ?? ''
  if (!isInputType(declared)) {
    report(
      textOf(clause, 'id'),
      `"${variable.slice(0, 40)}" is no variable of the business type that a table can look at`,
    )
    return { variable, type: 'string' }
  }
  return { variable, type: declared, ...(label === '' || label === variable ? {} : { label }) }
}

/** Names of simple types, as engines write them. */
const simpleTypes: Readonly<Record<string, TableOutput['type']>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  long: 'number',
  double: 'number',
  boolean: 'boolean',
  date: 'date',
}

function readResult(clause: ModdleElement, at: number, report: Report): TableOutput {
  const gives = textOf(clause, 'gives')
  const written = textOf(clause, 'typeRef')
  const type = OUTPUT_TYPES.find((one) => one === gives) ?? simpleTypes[written || 'string']
  const label = textOf(clause, 'label')
  const name = textOf(clause, 'name') || label || `output_${at + 1}`
  if (type === undefined)
    report(textOf(clause, 'id'), `type ${written} of ${name} is not supported`)
  return { name, type: type ?? 'string', ...(label === '' || label === name ? {} : { label }) }
}
