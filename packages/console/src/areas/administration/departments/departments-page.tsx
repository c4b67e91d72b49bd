import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { EmptyState } from '../../../shared/empty-state.tsx'
import { ErrorState } from '../../../shared/error-state.tsx'
import { Icon } from '../../../shared/icon.tsx'
import { PageHeader } from '../../../shared/page-header.tsx'
import { Page, Panel } from '../../../shared/page.tsx'
import { useNames } from '../../../shared/people.ts'
import { BlockSkeleton } from '../../../shared/skeletons.tsx'
import classes from '../administration.module.css'
import { departmentsQuery, type Department } from '../queries.ts'
import { useChange } from '../../../shared/use-change.ts'
import { DepartmentDialog, type Edited } from './department-dialog.tsx'
import { toTree, type TreeNode } from './department-tree.ts'

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
      {departments.isError && (
        <ErrorState error={departments.error} onRetry={() => void departments.refetch()} />
      )}
      {departments.data?.length === 0 && <EmptyState icon="tree" title={t('departments.none')} />}
      {departments.data !== undefined && departments.data.length > 0 && (
        <Panel label={t('departments.title')}>
          <Nodes
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

function Nodes(props: {
  readonly nodes: readonly TreeNode[]
  readonly nameOf: (id: string) => string
  readonly mayWrite: boolean
  readonly onEdit: (edited: Edited) => void
  readonly onRemove: (department: Department) => void
}) {
  const { t } = useTranslation('administration')
  const { nodes, nameOf, mayWrite, onEdit, onRemove } = props
  return (
    <ul className={classes.tree}>
      {nodes.map(({ department, children }) => {
        const { id, name, code, leaderId } = department
        return (
          <li key={id}>
            <Group justify="space-between" wrap="nowrap" className={classes.node ?? ''}>
              <div>
                <Text fw={600}>
                  {name}{' '}
                  <Text span size="xs" c="var(--console-soft)">
                    {code}
                  </Text>
                </Text>
                {leaderId !== null && (
                  <Text size="sm" c="var(--console-soft)">
                    {t('departments.ledBy', { name: nameOf(leaderId) })}
                  </Text>
                )}
              </div>
              {mayWrite && (
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('departments.addBelow', { name })}
                    onClick={() => onEdit({ parentId: id })}
                  >
                    <Icon name="plus" size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('departments.edit', { name })}
                    onClick={() => onEdit({ parentId: department.parentId, department })}
                  >
                    <Icon name="edit" size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('departments.remove', { name })}
                    onClick={() => onRemove(department)}
                  >
                    <Icon name="trash" size={16} />
                  </ActionIcon>
                </Group>
              )}
            </Group>
            {children.length > 0 && <Nodes {...props} nodes={children} />}
          </li>
        )
      })}
    </ul>
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
