import { Button, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bpm, unwrap } from '../../../api/clients.ts'
import { Panel } from '../../../shared/page/page.tsx'
import { Tag, type Tone } from '../../../shared/status-badge.tsx'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { formatDay, formatNumber } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { isUnderWay, OUTCOMES, simulationsKey, type Simulation } from './queries.ts'
import classes from './simulations.module.css'

const tones: Readonly<Record<Simulation['status'], Tone>> = {
  WAITING: 'plain',
  RUNNING: 'info',
  ENDED: 'good',
  CANCELLED: 'warn',
}

/** How far it is, and what it has found so far in numbers. */
export function ProgressPanel(props: {
  readonly simulation: Simulation
  readonly isOlderDraft: boolean
}) {
  const { t } = useTranslation('designer')
  const { simulation } = props
  const { status, done, total } = simulation
  return (
    <Panel label={t('simulations.progress')}>
      <Group justify="space-between" mb="xs">
        <Group gap="xs" aria-live="polite">
          <Tag tone={tones[status]}>{t(`simulations.status.${status}`)}</Tag>
          <Text size="sm">
            {t('simulations.done', {
              count: total,
              done: formatNumber(done),
              total: formatNumber(total),
            })}
          </Text>
        </Group>
        {isUnderWay(simulation) && <Cancel id={simulation.id} />}
      </Group>
      <Progress
        value={total === 0 ? 100 : (100 * done) / total}
        aria-label={t('simulations.progress')}
        animated={isUnderWay(simulation)}
      />
      <Text size="sm" c="var(--console-soft)" mt="xs">
        {t('simulations.of', {
          from: formatDay(simulation.from),
          until: formatDay(simulation.until),
          name: simulation.createdBy.name,
        })}
      </Text>
      {props.isOlderDraft && <Text size="sm">{t('simulations.olderDraft')}</Text>}
      <Text size="sm">{total === 0 ? t('simulations.none') : t('simulations.assumed')}</Text>
      {done > 0 && <Figures simulation={simulation} />}
    </Panel>
  )
}

function Figures({ simulation }: { readonly simulation: Simulation }) {
  const { t } = useTranslation('designer')
  const { outcomes, tasks } = simulation
  return (
    <dl className={classes.figures}>
      {OUTCOMES.map((outcome) => (
        <div key={outcome} className={classes.figure} data-outcome={outcome}>
          <dt>{t(`simulations.outcome.${outcome}`)}</dt>
          <dd>{formatNumber(outcomes[outcome])}</dd>
          <dd className={classes.note}>{t(`simulations.outcomeHint.${outcome}`)}</dd>
        </div>
      ))}
      <div className={classes.figure}>
        <dt>{t('simulations.tasks')}</dt>
        <dd>
          {t('simulations.change', {
            before: formatNumber(tasks.before),
            after: formatNumber(tasks.after),
          })}
        </dd>
      </div>
    </dl>
  )
}

function Cancel({ id }: { readonly id: string }) {
  const { t } = useTranslation('designer')
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () =>
      unwrap(bpm.POST('/api/bpm/v1/simulations/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: simulationsKey }),
    onError: notifyProblem,
  })
  return (
    <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('simulations.cancel')}
    </Button>
  )
}
