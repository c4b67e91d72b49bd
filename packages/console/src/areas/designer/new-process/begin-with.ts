import {
  PROCESS_TEMPLATES,
  toTree,
  type ApprovalTree,
  type ProcessTemplate,
  type TemplateRole,
  type TemplateValue,
} from '@countersign/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { findPrincipalsQuery } from '../../../shared/people/people.ts'
import { currentLanguage } from '../../../text/i18n.ts'
import type { Field } from '../conditions/condition.ts'
import { writeCondition } from '../conditions/write-condition.ts'

/**
 * The steps of a template, with the roles and values that are found here. What is not found is left
 * for the person to say, and the check of the draft asks for it.
 */
export async function beginWithTemplate(
  template: ProcessTemplate,
  fields: readonly Field[],
  queries: QueryClient,
): Promise<ApprovalTree> {
  const language = currentLanguage()
  // Walked once without roles, to hear which ones it speaks of.
  const named = new Map<string, TemplateRole>()
  toTree(template, {
    language,
    roleRef: (role) => void named.set(role.id, role),
    isAbove: () => undefined,
  })
  const found = await Promise.all(
    [...named.values()].map(async (role) => [role.id, await findRole(role, queries)] as const),
  )
  const refs = new Map(found)
  return toTree(template, {
    language,
    roleRef: ({ id }) => refs.get(id),
    isAbove: (value, than) => {
      const field = findField(value, fields)
      if (field === undefined) return undefined
      const clause = { field: field.name, operator: 'above', value: than } as const
      return writeCondition({ join: 'all', clauses: [clause] }, fields)
    },
  })
}

async function findRole(
  { aliases }: TemplateRole,
  queries: QueryClient,
): Promise<string | undefined> {
  const answers = await Promise.all(
    aliases.map((alias) => queries.fetchQuery(findPrincipalsQuery(alias, ['role']))),
  )
  return answers.flat().find(({ id, name }) => isCalled(aliases, id, name))?.id
}

export const findField = (
  { aliases }: TemplateValue,
  fields: readonly Field[],
): Field | undefined =>
  fields.find(({ name, label, type }) => type === 'number' && isCalled(aliases, name, label))

function isCalled(aliases: readonly string[], ...names: readonly string[]): boolean {
  const known = new Set(aliases.map((alias) => alias.toLowerCase()))
  return names.some((name) => known.has(name.toLowerCase()))
}

export const findTemplate = (id: string): ProcessTemplate | undefined =>
  PROCESS_TEMPLATES.find((template) => template.id === id)
