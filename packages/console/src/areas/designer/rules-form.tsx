import { NumberInput, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CandidatesField } from './candidates-field.tsx'
import {
  compact,
  duplicateValues,
  modes,
  needsThreshold,
  onEmptyValues,
  onInitiatorValues,
  rejections,
  resubmitModes,
  returnTargets,
  type Loose,
  type Rules,
} from './rules.ts'

interface Props {
  readonly rules: Rules
  readonly onChange: (rules: Rules) => void
  readonly disabled: boolean
}

/** All that can be said of one approval step, with the defaults in sight. */
export function RulesForm({ rules, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const set = (part: Partial<Loose<Rules>>) => onChange(compact<Rules>({ ...rules, ...part }))
  const back = rules.return ?? {}
  return (
    <Stack gap="md">
      <CandidatesField
        value={rules.candidates}
        onChange={(candidates) => set({ candidates })}
        disabled={disabled}
      />
      <Select
        label={t('rules.mode')}
        data={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={rules.mode ?? 'single'}
        onChange={(mode) => set({ mode: mode ?? 'single' })}
        allowDeselect={false}
        disabled={disabled}
      />
      {needsThreshold(rules.mode) && (
        <NumberInput
          label={t('rules.threshold')}
          description={rules.mode === 'ratio' ? t('rules.ratioHint') : undefined}
          value={rules.threshold ?? ''}
          min={0}
          onChange={(value) => set({ threshold: Number(value) })}
          disabled={disabled}
        />
      )}
      <Choice
        label={t('rules.reject')}
        values={rejections}
        name={(value) => t(`reject.${value}`)}
        value={rules.reject}
        onChange={(reject) => set({ reject })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.onReject')}
        values={['end', 'continue']}
        name={(value) => t(`onReject.${value}`)}
        value={rules.onReject}
        onChange={(onReject) => set({ onReject })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.onEmpty')}
        values={onEmptyValues}
        name={(value) => t(`onEmpty.${value}`)}
        value={rules.onEmpty}
        onChange={(onEmpty) => set({ onEmpty })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.onInitiator')}
        values={onInitiatorValues}
        name={(value) => t(`onInitiator.${value}`)}
        value={rules.onInitiator}
        onChange={(onInitiator) => set({ onInitiator })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.duplicates')}
        values={duplicateValues}
        name={(value) => t(`duplicates.${value}`)}
        value={rules.duplicates}
        onChange={(duplicates) => set({ duplicates })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.returnTo')}
        values={returnTargets}
        name={(value) => t(`returnTo.${value}`)}
        value={back.to}
        onChange={(to) => set({ return: compact<NonNullable<Rules['return']>>({ ...back, to }) })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.resubmit')}
        values={resubmitModes}
        name={(value) => t(`resubmit.${value}`)}
        value={back.resubmit}
        onChange={(resubmit) =>
          set({ return: compact<NonNullable<Rules['return']>>({ ...back, resubmit }) })
        }
        disabled={disabled}
      />
    </Stack>
  )
}

/** One of a few values; the first is what holds when nothing is said. */
function Choice<T extends string>(props: {
  readonly label: string
  readonly values: readonly T[]
  readonly name: (value: T) => string
  readonly value: string | undefined
  readonly onChange: (value: T | undefined) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { values, name } = props
  return (
    <Select
      label={props.label}
      data={values.map((value) => ({ value, label: name(value) }))}
      placeholder={t('rules.default')}
      value={props.value ?? null}
      onChange={(value) => props.onChange(values.find((known) => known === value))}
      clearable
      disabled={props.disabled}
    />
  )
}
