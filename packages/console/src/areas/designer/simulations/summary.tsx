import { Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../me/me.ts'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { formatNumber } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { summaryQuery, type Summary } from './queries.ts'
import classes from './simulations.module.css'

/** Steps that would be new or left out, and who would be asked more or less often. */
export function SummaryPanels({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(summaryQuery(id))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <BlockSkeleton lines={6} />
  return (
    <>
      <StepsPanel steps={data.steps} />
      <PeoplePanel summary={data} />
    </>
  )
}

function StepsPanel({ steps }: { readonly steps: Summary['steps'] }) {
  const { t } = useTranslation('designer')
  return (
    <Panel label={t('simulations.steps')}>
      <Title order={2} size="h4">
        {t('simulations.steps')}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('simulations.step')}</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t('simulations.approvalsBefore')}
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t('simulations.approvalsAfter')}
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t('simulations.openAt')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map(({ node, approvals, open }) => (
            <Table.Tr key={node.id}>
              <Table.Th scope="row" className={classes.name}>
                {node.name} <StepTag {...approvals} />
              </Table.Th>
              <Table.Td className={classes.number}>{formatNumber(approvals.before)}</Table.Td>
              <Table.Td className={classes.number}>{formatNumber(approvals.after)}</Table.Td>
              <Table.Td className={classes.number}>{formatNumber(open)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}

function StepTag(approvals: { readonly before: number; readonly after: number }) {
  const { t } = useTranslation('designer')
  if (approvals.before === 0) return <Tag tone="info">{t('simulations.isNew')}</Tag>
  return approvals.after === 0 ? <Tag tone="warn">{t('simulations.isLeftOut')}</Tag> : null
}

function PeoplePanel({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('designer')
  const { people, byPerson } = summary
  const { before, after, more, less } = people
  return (
    <Panel label={t('simulations.byPerson')}>
      <Title order={2} size="h4">
        {t('simulations.byPerson')}
      </Title>
      <Text>
        {t('simulations.people')}:{' '}
        {t('simulations.change', { before: formatNumber(before), after: formatNumber(after) })}
      </Text>
      <People rows={byPerson} more={more} less={less} />
    </Panel>
  )
}

function People(props: {
  readonly rows: Summary['byPerson']
  readonly more: number
  readonly less: number
}) {
  const { t } = useTranslation('designer')
  const mayName = useMay('bpm:workload:read')
  const { rows, more, less } = props
  if (more + less === 0) return <Text>{t('simulations.nobodyDiffers')}</Text>
  if (!mayName) return <Text>{t('simulations.hidden', { count: more, less })}</Text>
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('simulations.person')}</Table.Th>
          <Table.Th scope="col" className={classes.number}>
            {t('simulations.before')}
          </Table.Th>
          <Table.Th scope="col" className={classes.number}>
            {t('simulations.after')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ person, tasks }) => (
          <Table.Tr key={person.id}>
            <Table.Th scope="row" className={classes.name}>
              {person.name}
            </Table.Th>
            <Table.Td className={classes.number}>{formatNumber(tasks.before)}</Table.Td>
            <Table.Td className={classes.number}>{formatNumber(tasks.after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
