import type { TreeTime } from '@countersign/contracts'
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { DurationField } from './duration-field.tsx'

const calendars = ['working', 'continuous'] as const
const kinds = ['in', 'at', 'table'] as const
export type TimeKind = (typeof kinds)[number]

interface Props {
  /** What happens then. */
  readonly label: string
  readonly description?: string
  readonly time: TreeTime | undefined
  /** `table` where a decision table says it, which has a field of its own. */
  readonly kind: TimeKind | undefined
  readonly kinds: readonly TimeKind[]
  /** Another kind; undefined where there is no time any more. */
  readonly onKind: (kind: TimeKind | undefined) => void
  readonly onChange: (time: TreeTime) => void
  readonly disabled: boolean
}

/** When something happens to a task: after a time, at a moment, or never. */
export function TimeField(props: Props) {
  const { t } = useTranslation('designer')
  const { label, time, kind, onKind, onChange, disabled } = props
  const offered = kinds.filter((one) => props.kinds.includes(one))
  return (
    <>
      <Select
        label={label}
        description={props.description}
        data={offered.map((value) => ({ value, label: t(`times.kind.${value}`) }))}
        placeholder={t('times.never')}
        value={kind ?? null}
        clearable
        disabled={disabled}
        onChange={(value) => onKind(offered.find((one) => one === value))}
      />
      {kind === 'at' && (
        <TextInput
          label={`${label}: ${t('steps.at')}`}
          description={t('steps.atHint')}
          value={time?.at ?? ''}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ ...time, at: currentTarget.value })}
        />
      )}
      {kind === 'in' && (
        <>
          <DurationField
            of={label}
            value={time?.in ?? ''}
            onChange={(next) => onChange({ ...time, in: next })}
            disabled={disabled}
          />
          <Select
            label={`${label}: ${t('steps.calendar')}`}
            data={calendars.map((value) => ({ value, label: t(`steps.calendars.${value}`) }))}
            value={time?.calendar ?? 'working'}
            allowDeselect={false}
            disabled={disabled}
            onChange={(value) => onChange({ ...time, calendar: value ?? 'working' })}
          />
        </>
      )}
    </>
  )
}
