import { useMemo, type MouseEvent } from 'react'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { FirstKeyField, OtherKeyFields } from '../../shared/key-fields/key-fields.tsx'
import type { SortedColumn } from '../../shared/list/service-order.ts'
import { Tag, type Tone } from '../../shared/status-badge.tsx'
import { Since } from '../../shared/time-text.tsx'
import { formatSince, formatTime } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import { RowApproval } from './decision/quick-approval.tsx'
import { boxColumns, type ColumnId } from './box-columns.ts'
import classes from './inbox.module.css'
import type { Edges } from './edges.ts'
import { groupOf } from './groups.ts'
import type { Box, TaskListItem } from './queries.ts'

const tones: Partial<Record<TaskListItem['status'], Tone>> = {
  APPROVED: 'good',
  REJECTED: 'bad',
  RETURNED: 'warn',
  OPEN: 'info',
  CLAIMED: 'info',
}

/** What rows say, looked up once for all of them. */
interface Words {
  readonly unread: string
  readonly reminded: string
  readonly onBehalfOf: (name: string) => string
  readonly copiedBy: (name: string) => string
  readonly round: (round: string) => string
  readonly due: (since: string) => string
  readonly overdue: (since: string) => string
}

type Column = SortedColumn<TaskListItem, 'at'>
type Open = (task: TaskListItem) => void

/** What each box shows of a task. `onOpen` stays the same, or every row is drawn again, as it is each minute. */
export function useTaskColumns(box: Box, onOpen: Open, edges: Edges): readonly Column[] {
  const { t } = useTranslation('inbox')
  const nameOf = useBizTypeName()
  const words = useWords()
  return useMemo(() => {
    const title: Column = {
      id: 'title',
      header: t('column.title'),
      width: 'minmax(14rem, 3fr)',
      cell: (task) => (
        <TitleCell
          task={task}
          typeName={nameOf(task.instance.bizType)}
          words={words}
          onOpen={onOpen}
          edges={box === 'todo' ? edges : undefined}
        />
      ),
    }
    const columns: Readonly<Record<ColumnId, Column>> = {
      title,
      initiator: initiatorColumn(t('column.initiator')),
      since: sinceColumn(t(box === 'cc' ? 'column.receivedAt' : 'column.since')),
      due: dueColumn(t('column.due'), words, edges),
      approve: approveColumn(t('column.approve')),
      state: stateColumn(t('column.state')),
      with: withColumn(t('column.with')),
      decision: decisionColumn(t('column.decision')),
      end: endColumn(t('column.decidedAt')),
    }
    return boxColumns[box].map(({ id, ...sorted }) => ({ ...columns[id], ...sorted }))
  }, [box, t, words, nameOf, onOpen, edges])
}

function useWords(): Words {
  const { t } = useTranslation('inbox')
  return useMemo(
    () => ({
      unread: t('row.unread'),
      reminded: t('row.reminded'),
      onBehalfOf: (name) => t('row.onBehalfOf', { name }),
      copiedBy: (name) => t('row.copiedBy', { name }),
      round: (round) => t('row.round', { round }),
      due: (since) => t('row.due', { since }),
      overdue: (since) => t('row.overdue', { since }),
    }),
    [t],
  )
}

const initiatorColumn = (header: string): Column => ({
  id: 'initiator',
  header,
  width: 'minmax(7rem, 1fr)',
  wideOnly: true,
  cell: ({ instance }) => instance.initiator.name,
})

const sinceColumn = (header: string): Column => ({
  id: 'since',
  header,
  width: '10rem',
  wideOnly: true,
  cell: ({ openedAt, createdAt }) => <Since time={openedAt ?? createdAt} />,
})

const dueColumn = (header: string, words: Words, edges: Edges): Column => ({
  id: 'due',
  header,
  width: '12.5rem',
  wideOnly: true,
  cell: ({ dueAt }) => dueAt !== null && <Due dueAt={dueAt} words={words} edges={edges} />,
})

const approveColumn = (header: string): Column => ({
  id: 'approve',
  header,
  width: '7rem',
  narrowWidth: '6.75rem',
  align: 'end',
  cell: (task) => <RowApproval task={task} />,
})

const endColumn = (header: string): Column => ({
  id: 'end',
  header,
  width: '10rem',
  wideOnly: true,
  cell: ({ endedAt }) => (endedAt === null ? '' : <Since time={endedAt} />),
})

const stateColumn = (header: string): Column => ({
  ...decisionColumn(header),
  id: 'state',
})

/** Whoever waits for people they have asked has it still: the path beside the task names those. */
const withColumn = (header: string): Column => ({
  id: 'with',
  header,
  width: '10rem',
  cell: ({ owner, assignee }) => (owner === undefined ? '' : (assignee?.name ?? '')),
})

const decisionColumn = (header: string): Column => ({
  id: 'decision',
  header,
  width: '8rem',
  cell: (task) => <Decision task={task} />,
})

function TitleCell(props: {
  readonly task: TaskListItem
  readonly typeName: string
  readonly words: Words
  readonly onOpen: Open
  /** Where it is to be done by some time. */
  readonly edges: Edges | undefined
}) {
  const { task, typeName, words, edges } = props
  // The router's own link listens to every change of the address, which is much for each row.
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    props.onOpen(task)
  }
  const isUnread = task.kind === 'copy' && task.readAt === null
  return (
    <div className={classes.what}>
      <span className={classes.over}>
        <a
          href={`/console/inbox?task=${encodeURIComponent(task.taskNo)}`}
          onClick={openHere}
          className={`${classes.title} ${isUnread ? classes.unread : ''}`}
          title={isUnread ? words.unread : undefined}
        >
          {task.instance.title}
        </a>
        <FirstKeyField {...task.instance} />
      </span>
      <span className={classes.under}>
        {task.dueAt !== null && edges !== undefined && (
          <span className={classes.dueHere}>
            <Due dueAt={task.dueAt} words={words} edges={edges} />
          </span>
        )}
        <OtherKeyFields {...task.instance} />
        {task.node.name} · {typeName} · {task.taskNo}
        {task.copiedBy !== undefined && ` · ${words.copiedBy(task.copiedBy.name)}`}
        {task.onBehalfOf !== undefined && ` · ${words.onBehalfOf(task.onBehalfOf.name)}`}
        {task.round > 1 && ` · ${words.round(String(task.round))}`}
        {task.remindedAt !== null && task.endedAt === null && (
          <Tag tone="warn">{words.reminded}</Tag>
        )}
      </span>
    </div>
  )
}

function Due(props: { readonly dueAt: string; readonly words: Words; readonly edges: Edges }) {
  const { dueAt, words, edges } = props
  const since = formatSince(dueAt)
  const isOverdue = groupOf(dueAt, edges) === 'overdue'
  return (
    <time dateTime={dueAt} title={formatTime(dueAt)}>
      <Tag tone={isOverdue ? 'bad' : 'plain'}>
        {isOverdue ? words.overdue(since) : words.due(since)}
      </Tag>
    </time>
  )
}

function Decision({ task: { status } }: { readonly task: TaskListItem }) {
  const { t } = useTranslation('inbox')
  return <Tag tone={tones[status] ?? 'plain'}>{t(`task.${status}`)}</Tag>
}
