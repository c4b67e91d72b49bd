#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describe } from './describe.ts'
import { fetchKeys, issuerOf } from './fetch-keys.ts'
import { readKeySet, type RecordKeys } from './keys.ts'
import { findAttachedRecord, verifyPrint } from './print.ts'
import { verifyRecord, type Fault } from './verify.ts'

const usage = `countersign-record verify <file> (--keys <file|url> | --trust-issuer <origin>) [--json]

  Verifies the record of an approval, as GET …/process-instances/{id}/record answers: the signed
  document itself, or the PDF that carries it. Prints what it says, or what was altered.

  --keys          The keys of your platform, a JWK set: a file that you keep, or an address.
  --trust-issuer  The address of your platform, https://…: its keys are read from there, if the record
                  names it. Whoever forges a record names a platform of their own.
  --json          Prints the content as JSON.

Exit code 0: it is as it was signed, 1: it is not, 2: wrong usage, or it could not be checked.
`

const options = {
  keys: { type: 'string' },
  'trust-issuer': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

class WrongUsage extends Error {}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

async function run(): Promise<number> {
  const { positionals, values } = readArguments()
  if (values.help) {
    console.log(usage)
    return 0
  }
  const [command, path, ...rest] = positionals
  if (command !== 'verify') throw new WrongUsage(`no command ${command ?? ''}`.trim())
  if (path === undefined || rest.length > 0) throw new WrongUsage('name one file')
  const given = { keys: values.keys, issuer: values['trust-issuer'] }
  if (given.keys === undefined && given.issuer === undefined) {
    throw new WrongUsage('give the keys with --keys, or name your platform with --trust-issuer')
  }
  const file = await readFile(path)
  const isPrint = file.subarray(0, 5).toString('latin1') === '%PDF-'
  const record = isPrint ? findAttachedRecord(file) : file.toString('latin1')
  if (record === undefined) {
    return refuse([{ place: 'form', message: 'the PDF carries no record' }])
  }
  const { keys, from } = await findKeys(record, given)
  return check({ record, keys, from, json: values.json, print: isPrint ? file : undefined })
}

interface Given {
  readonly keys: string | undefined
  readonly issuer: string | undefined
}

/** @throws Error when they cannot be read, or when the record is of another platform than the trusted one. */
async function findKeys(
  record: string,
  { keys, issuer }: Given,
): Promise<{ keys: RecordKeys; from: string }> {
  if (issuer !== undefined) checkIssuer(record, issuer)
  const from = keys ?? `${issuer?.replace(/\/$/, '') ?? ''}/api/bpm/v1/record-keys`
  const isAddress = /^https?:\/\//.test(from)
  const set = isAddress ? await fetchKeys(from) : await readFile(from, 'utf8')
  return { keys: readKeySet(set), from }
}

function checkIssuer(record: string, trusted: string): void {
  const issuer = issuerOf(record)
  if (issuer === trusted.replace(/\/$/, '')) return
  throw new Error(`the record is of ${issuer}, not of ${trusted}`)
}

interface Check {
  readonly record: string
  readonly keys: RecordKeys
  readonly from: string
  readonly json: boolean
  readonly print: Buffer | undefined
}

function check({ record, keys, from, json, print }: Check): number {
  const verified = verifyRecord(record, keys)
  const printFault = print === undefined ? undefined : verifyPrint(print, keys)
  const faults = [
    ...(verified.valid ? [] : verified.faults),
    ...(printFault === undefined ? [] : [printFault]),
  ]
  if (!verified.valid || faults.length > 0) return refuse(faults)
  if (json) {
    console.log(JSON.stringify(verified.content, null, 2))
    return 0
  }
  for (const line of describe(verified.content)) console.log(line)
  const what = print === undefined ? 'The record is' : 'The print and the record in it are'
  console.log(`\n${what} as signed by ${verified.content.record.issuer}`)
  console.log(`with key ${verified.kid}, found in ${from}.`)
  return 0
}

function refuse(faults: readonly Fault[]): number {
  for (const { place, message } of faults) console.error(`NOT AS SIGNED (${place}): ${message}`)
  return 1
}

try {
  process.exitCode = await run()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(error instanceof WrongUsage ? `${message}\n\n${usage}` : message)
  process.exitCode = 2
}
