import { Group, List, Text } from '@mantine/core'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../../me/me.ts'
import { Icon } from '../../../shared/icon.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { stepsFor, type Step } from './steps.ts'

const stepQuery = ({ id, isDone }: Step) =>
  // Asked anew each time: it is done on other pages.
  queryOptions({ queryKey: ['iam', 'first-steps', id], queryFn: isDone, staleTime: 0 })

/** What a new organisation still lacks until somebody can decide something in it. */
export function FirstStepsPage() {
  const { t } = useTranslation('administration')
  const steps = stepsFor(useMe())
  const answers = useQueries({ queries: steps.map(stepQuery) })
  const isPending = answers.some((answer) => answer.isPending)
  const failed = answers.filter(({ data, isError }) => isError && data === undefined)
  const read = steps.flatMap((step, index) => {
    const isDone = answers[index]?.data
    return isDone === undefined ? [] : [{ step, isDone }]
  })
  const done = read.filter(({ isDone }) => isDone).length
  const leadOf = () => {
    if (steps.length === 0) return t('firstSteps.noneToSee')
    // What was not read is neither done nor open.
    if (isPending || failed.length > 0) return t('firstSteps.leadUncounted')
    if (done === steps.length) return t('firstSteps.allDone')
    return t('firstSteps.lead', { done, total: steps.length })
  }
  return (
    <Page>
      <PageHeader title={t('firstSteps.title')} lead={leadOf()} />
      {steps.length > 0 && (
        <Panel label={t('firstSteps.title')}>
          {isPending && <BlockSkeleton lines={6} />}
          {!isPending && read.length > 0 && (
            <List listStyleType="none" spacing="lg">
              {read.map(({ step, isDone }) => (
                <List.Item key={step.id}>
                  <Line step={step} isDone={isDone} />
                </List.Item>
              ))}
            </List>
          )}
          {failed[0] !== undefined && (
            <ErrorState
              error={failed[0].error}
              onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
            />
          )}
        </Panel>
      )}
    </Page>
  )
}

function Line({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const { t } = useTranslation('administration')
  const { id, to } = step
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm">
      <Icon name={isDone ? 'check' : 'right'} />
      <div>
        <Group gap="xs">
          <Link to={to}>
            <strong>{t(`firstSteps.step.${id}.title`)}</strong>
          </Link>
          <Tag tone={isDone ? 'good' : 'plain'}>
            {t(isDone ? 'firstSteps.done' : 'firstSteps.open')}
          </Tag>
        </Group>
        <Text size="sm" c="var(--console-soft)">
          {t(`firstSteps.step.${id}.text`)}
        </Text>
      </div>
    </Group>
  )
}
