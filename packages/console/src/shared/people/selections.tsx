import { useTranslation } from '../../text/i18n.ts'
import { PeopleField } from './people-field.tsx'
import type { Person } from './person.ts'

/** A step on the way whose people whoever starts chooses. */
export interface Selectable {
  readonly node: { readonly id: string; readonly name: string }
  readonly required: boolean
}

/** Whom each step is given to whose people the initiator chooses, by its id. */
export type Chosen = Readonly<Record<string, readonly Person[]>>

interface Props {
  readonly offered: readonly Selectable[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  readonly faults?: Readonly<Record<string, string>>
}

export function Selections({ offered, chosen, onChange, faults = {} }: Props) {
  const { t } = useTranslation('common')
  return offered.map(({ node, required }) => (
    <PeopleField
      key={node.id}
      label={t('people.decides', { step: node.name })}
      description={required ? undefined : t('people.decidesLater')}
      required={required}
      value={chosen[node.id] ?? []}
      onChange={(people) => onChange({ ...chosen, [node.id]: people })}
      error={faults[node.id]}
    />
  ))
}

/** The choices as a start carries them. */
export function toSelections(chosen: Chosen): Record<string, string[]> {
  const given = Object.entries(chosen).filter(([, people]) => people.length > 0)
  return Object.fromEntries(given.map(([node, people]) => [node, people.map(({ id }) => id)]))
}

/** The steps, by their ids, for which nobody is chosen though somebody has to be. */
export const missingChoices = (offered: readonly Selectable[], chosen: Chosen): readonly string[] =>
  offered
    .filter(({ node, required }) => required && (chosen[node.id] ?? []).length === 0)
    .map(({ node }) => node.id)

/** Those of the choices that are asked for. */
export const onlyOffered = (
  selections: Readonly<Record<string, string[]>>,
  offered: readonly Selectable[],
): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(selections).filter(([id]) => offered.some(({ node }) => node.id === id)),
  )
