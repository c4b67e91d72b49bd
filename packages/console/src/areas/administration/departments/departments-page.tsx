import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { departmentsQuery, type Department } from '../queries.ts'
import { DepartmentDialog, type Edited } from './department-dialog.tsx'
import { DepartmentNodes } from './department-nodes.tsx'
import { toTree } from './department-tree.ts'

/** The tree of departments with their leaders. */
export function DepartmentsPage() {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:department:write')
  const departments = useQuery(departmentsQuery)
  const [edited, setEdited] = useState<Edited>()
  const [removed, setRemoved] = useState<Department>()
  const nameOf = useNames((departments.data ?? []).map(({ leaderId }) => leaderId))
  const actions = mayWrite && (
    <Button onClick={() => setEdited({ parentId: null })}>{t('departments.new')}</Button>
  )
  return (
    <Page>
      <PageHeader title={t('departments.title')} lead={t('departments.lead')} actions={actions} />
      {departments.isPending && <BlockSkeleton lines={6} />}
      {departments.isLoadingError && (
        <ErrorState error={departments.error} onRetry={() => void departments.refetch()} />
      )}
      {departments.data?.length === 0 && <EmptyState icon="tree" title={t('departments.none')} />}
      {departments.data !== undefined && departments.data.length > 0 && (
        <Panel label={t('departments.title')}>
          <DepartmentNodes
            nodes={toTree(departments.data)}
            nameOf={nameOf}
            mayWrite={mayWrite}
            onEdit={setEdited}
            onRemove={setRemoved}
          />
        </Panel>
      )}
      {edited !== undefined && (
        <DepartmentDialog edited={edited} onClose={() => setEdited(undefined)} />
      )}
      {removed !== undefined && (
        <RemoveDialog department={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Page>
  )
}

function RemoveDialog(props: { readonly department: Department; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { department, onClose } = props
  const { id, name } = department
  const remove = useChange({
    key: ['iam', 'departments'],
    done: t('done'),
    change: () => unwrap(iam.DELETE('/api/iam/v1/departments/{id}', { params: { path: { id } } })),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('departments.remove', { name })}
      text={t('departments.removeText')}
      confirm={t('remove')}
      isRunning={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
