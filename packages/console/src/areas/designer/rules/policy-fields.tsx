import { DUPLICATES, ON_INITIATOR } from '@countersign/contracts'
import { PeopleField } from '../../../shared/people/people-field.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from './choice.tsx'
import { onEmptyValues, type PartProps } from './rules.ts'

/** Who decides where nobody does, where it would be the initiator, or somebody who has agreed. */
export function PolicyFields({ rules, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  return (
    <>
      <Choice
        label={t('rules.onEmpty')}
        values={onEmptyValues}
        name={(value) => t(`onEmpty.${value}`)}
        value={rules.onEmpty}
        onChange={(onEmpty) => set({ onEmpty, emptyUsers: undefined })}
        disabled={disabled}
      />
      {rules.onEmpty === 'users' && (
        <EmptyUsers
          ids={rules.emptyUsers ?? []}
          onChange={(ids) => set({ emptyUsers: ids.length === 0 ? undefined : ids })}
          disabled={disabled}
        />
      )}
      <Choice
        label={t('rules.onInitiator')}
        values={ON_INITIATOR}
        name={(value) => t(`onInitiator.${value}`)}
        value={rules.onInitiator}
        onChange={(onInitiator) => set({ onInitiator })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.duplicates')}
        values={DUPLICATES}
        name={(value) => t(`duplicates.${value}`)}
        value={rules.duplicates}
        onChange={(duplicates) => set({ duplicates })}
        disabled={disabled}
      />
    </>
  )
}

/** Who is asked instead, by their ids. */
function EmptyUsers(props: {
  readonly ids: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { ids, onChange, disabled } = props
  const nameOf = useNames(ids)
  return (
    <PeopleField
      label={t('rules.emptyUsers')}
      value={ids.map((id) => ({ id, name: nameOf(id) }))}
      onChange={(people) => onChange(people.map(({ id }) => id))}
      error={ids.length === 0 ? t('rules.missing') : undefined}
      disabled={disabled}
    />
  )
}
