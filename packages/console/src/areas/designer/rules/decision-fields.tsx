import { DECISION_MODES, ON_REJECT, ON_REJECT_DRAWN, REJECT_RULES } from '@countersign/contracts'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from './choice.tsx'
import { needsThreshold, usualReject, withMode, type PartProps } from './rules.ts'

type Props = PartProps & { readonly isDrawn: boolean }

/** How many have to agree, and when it is refused. */
export function DecisionFields({ rules, set, disabled, isDrawn }: Props) {
  const { t } = useTranslation('designer')
  return (
    <>
      <Select
        label={t('rules.mode')}
        data={DECISION_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={rules.mode ?? 'single'}
        onChange={(mode) => set(withMode(rules, mode))}
        allowDeselect={false}
        disabled={disabled}
      />
      {needsThreshold(rules.mode) && (
        <Threshold
          label={t('rules.threshold')}
          isShare={rules.mode === 'ratio'}
          value={rules.threshold}
          onChange={(threshold) => set({ threshold })}
          disabled={disabled}
        />
      )}
      <Choice
        label={t('rules.reject')}
        values={REJECT_RULES}
        name={(value) => t(`reject.${value}`)}
        value={rules.reject}
        usual={usualReject(rules.mode)}
        onChange={(reject) => set({ reject, rejectThreshold: undefined })}
        disabled={disabled}
      />
      {(rules.reject === 'ratio' || rules.reject === 'count') && (
        <Threshold
          label={t('rules.rejectThreshold')}
          isShare={rules.reject === 'ratio'}
          value={rules.rejectThreshold}
          onChange={(rejectThreshold) => set({ rejectThreshold })}
          disabled={disabled}
        />
      )}
      <RejectionFields rules={rules} set={set} disabled={disabled} isDrawn={isDrawn} />
    </>
  )
}

/** What comes of a rejection: the end, a way of its own, or, in a drawing, an error. */
function RejectionFields({ rules, set, disabled, isDrawn }: Props) {
  const { t } = useTranslation('designer')
  return (
    <>
      <Choice
        label={t('rules.onReject')}
        values={isDrawn ? ON_REJECT_DRAWN : ON_REJECT}
        name={(value) => t(`onReject.${value}`)}
        value={rules.onReject}
        onChange={(onReject) => set({ onReject, error: undefined })}
        disabled={disabled}
      />
      {rules.onReject === 'throw' && (
        <TextInput
          label={t('rules.error')}
          description={t('rules.errorHint')}
          value={rules.error ?? ''}
          maxLength={200}
          onChange={({ currentTarget }) => set({ error: currentTarget.value })}
          disabled={disabled}
        />
      )}
    </>
  )
}

/** A number of people or a sum, or a share of them. */
function Threshold(props: {
  readonly label: string
  readonly isShare: boolean
  readonly value: number | undefined
  readonly onChange: (value: number) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { label, value, onChange, disabled } = props
  return (
    <NumberInput
      label={label}
      description={props.isShare ? t('rules.ratioHint') : undefined}
      value={value ?? ''}
      min={0}
      onChange={(next) => onChange(Number(next))}
      error={value === undefined && t('rules.missing')}
      disabled={disabled}
    />
  )
}
