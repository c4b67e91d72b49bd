import { readFileSync } from 'node:fs'
import * as contracts from '@countersign/contracts'
import { expect, it } from 'vitest'
import { textLoaders, type Namespace } from './namespaces.ts'

type Table = ReadonlyMap<string, unknown>

/** Every table of texts within another one, by its keys. */
function tablesIn(value: unknown): readonly Table[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  return [new Map(entries), ...entries.flatMap(([, inner]) => tablesIn(inner))]
}

/** Codes of problems have a page each, in both languages; headers are words of protocols. */
const passedOver = new Set(['code', 'headers'])

/** Every list of words that a schema allows. */
function enumsIn(schema: unknown): readonly (readonly string[])[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: own, in: place } = schema as { enum?: unknown; in?: unknown }
  if (place === 'header') return []
  const words = Array.isArray(own) ? own.filter((word) => typeof word === 'string') : []
  const inner = Object.entries(schema).flatMap(([name, value]) =>
    passedOver.has(name) ? [] : enumsIn(value),
  )
  return words.length > 1 ? [words, ...inner] : inner
}

const documents = ['iam', 'bpm', 'dms'].map((service): unknown => {
  const file = new URL(`../../../../services/${service}/openapi.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
})
const exported: readonly unknown[] = Object.values(contracts)
const listed = exported.filter(
  (value): value is string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string'),
)
const enums = new Map(
  [...documents.flatMap(enumsIn), ...listed]
    // Permissions have words for their parts: below.
    .filter((words) => !words.every((word) => /^\w+:\w+:\w+$/.test(word)))
    .map((words) => [words.toSorted().join(' '), words]),
)

/** Lists that no page shows by their words, and why. Whoever adds to one looks at it again. */
const notShown: Readonly<Record<string, string>> = {
  'JWT at+jwt': 'types of tokens, as their standards name them',
  'entryUUID ipaUniqueID nsUniqueId objectGUID': 'attributes of LDAP',
  'CANCELLED DONE ERASING WAITING': 'no page: erasure of a person',
  'DONE HELD READY': 'no page: erasure of a person',
  'DONE HELD READY UNHEARD': 'no page: erasure of a person',
  'erase prepare': 'no page: erasure of a person',
  'department departmentLeader managerLine permission post role user': 'asked among services',
  'bpm.biztype.register bpm.events bpm.instance.read bpm.instance.write dms.internal iam.internal iam.scim iam.security-events':
    'scopes of services: developers write these words',
  'hand_over mail': 'two buttons',
  'given_up refused sent waiting': 'an invitation that was not sent can be sent again',
  'added removed same': 'signs before the lines',
  'COMPARED PENDING TOO_LARGE TRUNCATED UNAVAILABLE': 'where it was compared, the lines are there',
  'FAILED PENDING READY TOOL_MISSING UNSUPPORTED': 'where it is ready it is shown',
  'FAILED ORIGINAL_ONLY PENDING READY TOOL_MISSING UNSUPPORTED': 'where it is ready it is shown',
  'preview text thumbnail': 'what the page takes by itself',
  'copy decision': 'a copy is in a box of its own',
  'contentHash none revision': 'how an action was bound: evidence for those who read the API',
  'all cc initiated involved': 'filter of the API',
  'ACTIVE TRASHED': 'the trash is a page of its own',
  'ABORTED COMPLETED EXPIRED FAILED INITIATED RECEIVED RECEIVING': 'the page has states of its own',
  'RESUBMIT START': 'the state of the approval says it',
  'call copy task': 'steps of a forecast, which are drawn',
  'date dateTime money person quantity text': 'how a value is written, which it is then',
  'due newest oldest': 'the order that a list comes in',
  '-createdAt -displayName -status -username createdAt displayName status username':
    'columns that are sorted by',
  '-createdAt -title -updatedAt createdAt title updatedAt': 'columns that are sorted by',
  '-bizId -createdAt -status -title bizId createdAt status title': 'columns that are sorted by',
  'application approval user': 'no page: who has thrown a signal',
  'ended failing waiting': 'the page shows the failing ones alone',
  'failing waiting': 'the page shows the failing ones alone',
  'failing missed skipped started waiting': 'the page shows the failing ones alone',
  'active expected': 'steps of a forecast, which are drawn',
  'active done rejected returned': 'marks in a diagram',
  'longer_than_usual not_running too_few': 'of these only what takes unusually long is said',
  'after before parallel': 'the approval component says it',
  'bpmn flowlong warm-flow': 'an import goes on to its draft, whatever the file was',
  'fits migrated refused': 'no page: moving approvals',
  'begun ended': 'an export has a sentence for each in the audit',
  'called copies course decisions events rounds values': 'no page: templates of records',
  'BLOCK_INFECTED DEPLOYMENT REQUIRE_CLEAN': 'no page: policy on scans',
  'beyond_head broken_link changed gap head_differs head_missing': 'no page: faults of the audit',
  'add_end add_process add_start ask_application decide_by declare draw_process go_on_beside hear_message hear_others make_executable make_not_executable make_parallel make_user_task name_default name_people reject_otherwise remove_condition remove_foreign remove_from_diagram remove_reference rename replace_condition replace_person take_always throw_rejection tidy_attributes translate_expression translate_people wait_once':
    'kinds of repairs: each has a sentence, three of them by what they name',
}

const namespaces = Object.keys(textLoaders) as Namespace[]

it.each(['en', 'zh-CN'] as const)(
  'has words in %s for all that services answer',
  async (language) => {
    const loaded = await Promise.all(namespaces.map((name) => textLoaders[name][language]()))
    const tables = loaded.flatMap(({ texts }) => tablesIn(texts))
    const wordless = [...enums]
      .filter(([, words]) => !tables.some((table) => words.every((word) => table.has(word))))
      .map(([key]) => key)
    // Neither is one without words, nor does the list above name one that is there no more, or has words.
    expect(wordless.toSorted()).toEqual(Object.keys(notShown).toSorted())
  },
)

it.each(['en', 'zh-CN'] as const)('has words in %s for each permission', async (language) => {
  const { thing, act } = (await textLoaders.administration[language]()).texts.permission
  for (const permission of contracts.PLATFORM_PERMISSIONS) {
    const [service, noun, verb] = permission.split(':')
    expect(thing, permission).toHaveProperty(`${service}_${noun}`)
    expect(act, permission).toHaveProperty(verb ?? '')
  }
})
