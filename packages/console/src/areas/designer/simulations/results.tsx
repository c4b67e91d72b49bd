import { Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { StatusBadge, Tag, type Tone } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { OUTCOMES, resultsQuery, type Outcome, type Result } from './queries.ts'
import { useReason } from './reasons.ts'
import classes from './simulations.module.css'

const tones: Readonly<Record<Outcome, Tone>> = {
  same: 'good',
  otherPeople: 'info',
  otherResult: 'warn',
  open: 'plain',
  stuck: 'bad',
}

/** Each approval, by what it would come to; opened, its steps beside those that it took. */
export function ResultsPanel({ id }: { readonly id: string }) {
  const { t } = useTranslation('designer')
  const [outcome, setOutcome] = useState<Outcome>()
  const results = useInfiniteQuery(resultsQuery(id, outcome))
  const items = results.data?.pages.flatMap((page) => page.items)
  return (
    <Panel label={t('simulations.each')}>
      <Group justify="space-between" align="end">
        <Title order={2} size="h4">
          {t('simulations.each')}
        </Title>
        <NativeSelect
          label={t('simulations.filter')}
          value={outcome ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setOutcome(OUTCOMES.find((one) => one === value))
          }
          data={[
            { value: '', label: t('simulations.all') },
            ...OUTCOMES.map((value) => ({ value, label: t(`simulations.outcome.${value}`) })),
          ]}
        />
      </Group>
      {results.error !== null && (
        <ErrorState error={results.error} onRetry={() => void results.refetch()} />
      )}
      {items === undefined && results.error === null && <BlockSkeleton lines={4} />}
      {items?.length === 0 && <Text mt="sm">{t('simulations.nothing')}</Text>}
      <ul className={classes.list}>
        {items?.map((result, index) => (
          // What may not be seen has no id.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={result.instance?.id ?? index}>
            <ResultItem result={result} />
          </li>
        ))}
      </ul>
      {results.hasNextPage && (
        <Button
          variant="default"
          loading={results.isFetchingNextPage}
          onClick={() => void results.fetchNextPage()}
        >
          {t('simulations.more')}
        </Button>
      )}
    </Panel>
  )
}

function ResultItem({ result }: { readonly result: Result }) {
  const { t } = useTranslation('designer')
  const { instance, outcome, endedAt, obstacle } = result
  const reasonOf = useReason()
  const reason = obstacle === null ? '' : reasonOf(obstacle.reason)
  const stuckAt = obstacle?.node.name ?? ''
  return (
    <details>
      <summary>
        <span>{instance?.title ?? t('simulations.unseen')}</span>
        <Tag tone={tones[outcome]}>{t(`simulations.outcome.${outcome}`)}</Tag>
        <Text size="sm" c="var(--console-soft)" component="span">
          <Moment time={endedAt} />
        </Text>
      </summary>
      <Group gap="xs" mb="xs">
        <StatusBadge status={result.result.before} />→<StatusBadge status={result.result.after} />
        {instance !== null && (
          <Link to="/approvals/$id" params={{ id: instance.id }}>
            {t('simulations.open')}
          </Link>
        )}
      </Group>
      {obstacle !== null && (
        <Text mb="xs">
          {stuckAt === ''
            ? t('simulations.stuckSomewhere', { reason })
            : t('simulations.stuckAt', { name: stuckAt, reason })}
        </Text>
      )}
      <ol className={classes.steps}>
        {result.steps.map((step) => (
          <Step key={step.node.id} step={step} />
        ))}
      </ol>
    </details>
  )
}

function Step({ step }: { readonly step: Result['steps'][number] }) {
  const { t } = useTranslation('designer')
  const { node, tasks, open, before, after } = step
  return (
    <li>
      <strong>{node.name}</strong>{' '}
      <span>{t('simulations.tasksAt', { ...tasks, count: tasks.after })}</span>
      {open && <Text size="sm">{t('simulations.nobodyBefore')}</Text>}
      {before.length > 0 && (
        <Text size="sm" c="var(--console-soft)">
          {t('simulations.askedBefore', { names: namesOf(before) })}
        </Text>
      )}
      {after.length > 0 && (
        <Text size="sm" c="var(--console-soft)">
          {t('simulations.askedAfter', { names: namesOf(after) })}
        </Text>
      )}
    </li>
  )
}

const namesOf = (asked: Result['steps'][number]['before']): string =>
  asked.map(({ person }) => person.name).join(', ')
