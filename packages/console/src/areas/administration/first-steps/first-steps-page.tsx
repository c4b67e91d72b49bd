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
  const failed = answers.find(({ isError }) => isError)
  const done = answers.filter(({ data }) => data === true).length
  const isRead = answers.every(({ data }) => data !== undefined)
  return (
    <Page>
      <PageHeader
        title={t('firstSteps.title')}
        lead={
          isRead && done === steps.length
            ? t('firstSteps.allDone')
            : t('firstSteps.lead', { done, total: steps.length })
        }
      />
      <Panel label={t('firstSteps.title')}>
        {failed !== undefined && (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        )}
        {failed === undefined && !isRead && <BlockSkeleton lines={6} />}
        {isRead && (
          <List listStyleType="none" spacing="lg">
            {steps.map((step, index) => (
              <List.Item key={step.id}>
                <Line step={step} isDone={answers[index]?.data === true} />
              </List.Item>
            ))}
          </List>
        )}
      </Panel>
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
