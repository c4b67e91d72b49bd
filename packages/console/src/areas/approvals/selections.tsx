import { useTranslation } from 'react-i18next'
import { PeopleField } from '../../shared/people-field.tsx'
import type { Person } from '../../shared/person.ts'
import type { Preview } from './queries.ts'

/** Whom each step is given to whose people the initiator chooses, by its id. */
export type Chosen = Readonly<Record<string, readonly Person[]>>

interface Props {
  readonly offered: Preview['selections']
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  readonly faults: Readonly<Record<string, string>>
}

export function Selections({ offered, chosen, onChange, faults }: Props) {
  const { t } = useTranslation('approvals')
  return offered.map(({ node, required }) => (
    <PeopleField
      key={node.id}
      label={t('start.decides', { step: node.name })}
      description={required ? undefined : t('start.decidesLater')}
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

export const isMissingChoice = (offered: Preview['selections'], chosen: Chosen): boolean =>
  offered.some(({ node, required }) => required && (chosen[node.id] ?? []).length === 0)
