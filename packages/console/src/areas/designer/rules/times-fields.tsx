import { CANDIDATE_KINDS, STEP_RESULTS, type TreeTime } from '@countersign/contracts'
import { NumberInput, Stack, Text } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { TableSelect } from '../decision-tables/table-select.tsx'
import classes from '../designer.module.css'
import { CandidatesField } from './candidates-field.tsx'
import { Choice } from './choice.tsx'
import type { PartProps, Rules } from './rules.ts'
import { TimeField, type TimeKind } from './time-field.tsx'

/** When a task is due, and what happens to whoever lets it lie. */
export function TimesFields(props: PartProps) {
  const { t } = useTranslation('designer')
  return (
    <fieldset disabled={props.disabled} className={classes.group}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {t('times.title')}
      </Text>
      <Stack gap="sm">
        <Due {...props} />
        <Remind {...props} />
        <Escalate {...props} />
        <Timeout {...props} />
      </Stack>
    </fieldset>
  )
}

const plainKinds = ['in', 'at'] as const

const kindOf = (time: TreeTime | undefined): TimeKind | undefined =>
  time === undefined ? undefined : time.at === undefined ? 'in' : 'at'

/** A time of this kind to begin with. */
const begin = (kind: TimeKind): TreeTime => (kind === 'at' ? { at: '' } : { in: 'P1D' })

function Due({ rules: { due }, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  const byTable = due?.decision !== undefined
  const choose = (kind: TimeKind | undefined): Rules['due'] => {
    if (kind === undefined) return undefined
    return kind === 'table' ? { decision: '' } : begin(kind)
  }
  return (
    <>
      <TimeField
        label={t('times.due')}
        time={due}
        kind={byTable ? 'table' : kindOf(due)}
        kinds={['in', 'at', 'table']}
        onKind={(kind) => set({ due: choose(kind) })}
        onChange={(time) => set({ due: time })}
        disabled={disabled}
      />
      {byTable && (
        <TableSelect
          label={t('times.dueTable')}
          value={due.decision ?? ''}
          onChange={(decision) => set({ due: { decision } })}
          disabled={disabled}
        />
      )}
    </>
  )
}

function Remind({ rules: { remind }, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  return (
    <>
      <TimeField
        label={t('times.remind')}
        time={remind}
        kind={kindOf(remind)}
        kinds={plainKinds}
        onKind={(kind) => set({ remind: kind && { times: remind?.times ?? 1, ...begin(kind) } })}
        onChange={(time) => set({ remind: { ...remind, ...time } })}
        disabled={disabled}
      />
      {remind !== undefined && (
        <NumberInput
          label={t('times.howOften')}
          min={1}
          max={100}
          allowDecimal={false}
          value={remind.times ?? 1}
          disabled={disabled}
          onChange={(times) =>
            typeof times === 'number' && set({ remind: { ...remind, times: Math.max(1, times) } })
          }
        />
      )}
    </>
  )
}

/** Nobody is there to choose people for it, and a table says who is asked first. */
const escalationKinds = CANDIDATE_KINDS.filter(
  (kind) => !kind.endsWith('Selects') && kind !== 'decision',
)

function Escalate({ rules: { escalate }, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  return (
    <>
      <TimeField
        label={t('times.escalate')}
        time={escalate}
        kind={kindOf(escalate)}
        kinds={plainKinds}
        onKind={(kind) =>
          set({ escalate: kind && { candidates: escalate?.candidates ?? [], ...begin(kind) } })
        }
        onChange={(time) => set({ escalate: { candidates: [], ...escalate, ...time } })}
        disabled={disabled}
      />
      {escalate !== undefined && (
        <CandidatesField
          title={t('times.escalateTo')}
          kinds={escalationKinds}
          value={escalate.candidates}
          onChange={(candidates) => set({ escalate: { ...escalate, candidates } })}
          disabled={disabled}
        />
      )}
    </>
  )
}

function Timeout({ rules: { timeout }, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  return (
    <>
      <TimeField
        label={t('times.timeout')}
        time={timeout}
        kind={kindOf(timeout)}
        kinds={plainKinds}
        onKind={(kind) =>
          set({ timeout: kind && { result: timeout?.result ?? 'rejected', ...begin(kind) } })
        }
        onChange={(time) => set({ timeout: { ...timeout, ...time } })}
        disabled={disabled}
      />
      {timeout !== undefined && (
        <Choice
          label={t('times.result')}
          values={STEP_RESULTS}
          name={(value) => t(`steps.${value}`)}
          usual={undefined}
          value={timeout.result}
          onChange={(result) => {
            const { result: _, ...rest } = timeout
            set({ timeout: result === undefined ? rest : { ...rest, result } })
          }}
          disabled={disabled}
        />
      )}
    </>
  )
}
