import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { KeyFieldNames } from '../../shared/key-fields/key-fields.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import type { usePages } from '../../shared/list/use-pages.ts'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { useTranslation } from '../../text/i18n.ts'
import type { Box, TaskListItem } from './queries.ts'
import { isNarrowed, type InboxSearch } from './search.ts'
import { useTaskColumns } from './task-columns.tsx'
import { useEdges, useGroups } from './use-groups.ts'
import type { useInboxState } from './use-inbox-state.ts'

/** The tasks of one box; beside an open task their titles alone. */
export function TaskTable(props: {
  readonly search: InboxSearch
  /** In the order in which they are due, which has groups. */
  readonly isByDue: boolean
  readonly state: ReturnType<typeof useInboxState>
  readonly rows: readonly TaskListItem[]
  /** Whether `rows` are all there are. */
  readonly isWhole: boolean
  readonly isLoading: boolean
  readonly paged: ReturnType<typeof usePages>['paged']
}) {
  const { t } = useTranslation('inbox')
  const { search, state } = props
  const { box = 'todo', task: openTask } = search
  const { chosen, setChosen, cursor, setCursor, change, open } = state
  const edges = useEdges()
  const columns = useTaskColumns(box, open, edges)
  const groups = useGroups(search, props, edges)
  const titleAlone = useMemo(() => columns.slice(0, 1), [columns])
  const choice = useMemo(
    () => (box === 'todo' ? { choice: { chosen, change: setChosen } } : {}),
    [box, chosen, setChosen],
  )
  const clear = () => change({ q: undefined, bizType: undefined, overdue: undefined })
  const instances = useMemo(() => props.rows.map(({ instance }) => instance), [props.rows])
  return (
    <KeyFieldNames of={instances}>
      <DataTable
        label={t(`box.${box}`)}
        columns={openTask === undefined ? columns : titleAlone}
        rows={props.rows}
        keyOf={keyOf}
        nameOf={nameOf}
        rowHeightPx={64}
        groups={groups}
        isLoading={props.isLoading}
        onOpen={open}
        cursor={cursor}
        onCursor={setCursor}
        {...props.paged}
        {...choice}
        empty={<Empty box={box} onClear={isNarrowed(search) ? clear : undefined} />}
      />
    </KeyFieldNames>
  )
}

const keyOf = ({ taskNo }: TaskListItem) => taskNo
const nameOf = ({ instance }: TaskListItem) => instance.title

function Empty(props: { readonly box: Box; readonly onClear: (() => void) | undefined }) {
  const { t } = useTranslation('inbox')
  if (props.onClear !== undefined) {
    return (
      <EmptyState icon="search" title={t('empty.filtered')} hint={t('empty.filteredHint')}>
        <Button variant="default" onClick={props.onClear}>
          {t('empty.clear')}
        </Button>
      </EmptyState>
    )
  }
  const hint = props.box === 'todo' ? t('empty.todoHint') : undefined
  return <EmptyState icon="inbox" title={t(`empty.${props.box}`)} hint={hint} />
}
