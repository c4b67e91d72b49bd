import {
  DECISION_MODES,
  DUPLICATES,
  ON_INITIATOR,
  ON_REJECT,
  REJECT_RULES,
  RESUBMIT_MODES,
  type TreeReturn,
} from '@countersign/contracts'
import { NumberInput, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CandidatesField } from './candidates-field.tsx'
import { compact, needsThreshold, onEmptyValues, returnTargets } from './rules.ts'
import type { Loose, Rules } from './rules.ts'

interface Props {
  readonly rules: Rules
  readonly onChange: (rules: Rules) => void
  readonly disabled: boolean
}

interface PartProps {
  readonly rules: Rules
  readonly set: (part: Partial<Loose<Rules>>) => void
  readonly disabled: boolean
}

/** All that can be said of one approval step, with the defaults in sight. */
export function RulesForm({ rules, onChange, disabled }: Props) {
  const set = (part: Partial<Loose<Rules>>) => onChange(compact<Rules>({ ...rules, ...part }))
  return (
    <Stack gap="md">
      <CandidatesField
        value={rules.candidates}
        onChange={(candidates) => set({ candidates })}
        disabled={disabled}
      />
      <DecisionFields rules={rules} set={set} disabled={disabled} />
      <PolicyFields rules={rules} set={set} disabled={disabled} />
      <ReturnFields rules={rules} set={set} disabled={disabled} />
    </Stack>
  )
}

/** How many have to agree, and when it is refused. */
function DecisionFields({ rules, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  return (
    <>
      <Select
        label={t('rules.mode')}
        data={DECISION_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={rules.mode ?? 'single'}
        onChange={(mode) => set({ mode: DECISION_MODES.find((known) => known === mode) })}
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
        values={REJECT_RULES}
        name={(value) => t(`reject.${value}`)}
        value={rules.reject}
        onChange={(reject) => set({ reject })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.onReject')}
        values={ON_REJECT}
        name={(value) => t(`onReject.${value}`)}
        value={rules.onReject}
        onChange={(onReject) => set({ onReject })}
        disabled={disabled}
      />
    </>
  )
}

/** Who decides where nobody does, where it would be the initiator, or somebody who has agreed. */
function PolicyFields({ rules, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  return (
    <>
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

/** Where the step may return the approval to, and where it goes on from there. */
function ReturnFields({ rules, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  const back = rules.return ?? {}
  const setBack = (part: Partial<Loose<TreeReturn>>) =>
    set({ return: compact<TreeReturn>({ ...back, ...part }) })
  return (
    <>
      <Choice
        label={t('rules.returnTo')}
        values={returnTargets}
        name={(value) => t(`returnTo.${value}`)}
        value={back.to}
        onChange={(to) => setBack({ to })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.resubmit')}
        values={RESUBMIT_MODES}
        name={(value) => t(`resubmit.${value}`)}
        value={back.resubmit}
        onChange={(resubmit) => setBack({ resubmit })}
        disabled={disabled}
      />
    </>
  )
}

/** One of a few values; the first is what holds when nothing is said. */
function Choice<T extends string>(props: {
  readonly label: string
  readonly values: readonly T[]
  readonly name: (value: T) => string
  readonly value: T | undefined
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
