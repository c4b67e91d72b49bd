import { ActionIcon, Group, Text } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'
import type { Department } from '../queries.ts'
import type { Edited } from './department-dialog.tsx'
import type { TreeNode } from './department-tree.ts'

interface Acts {
  readonly mayWrite: boolean
  readonly onEdit: (edited: Edited) => void
  readonly onRemove: (department: Department) => void
}

interface Props extends Acts {
  readonly nodes: readonly TreeNode[]
  readonly nameOf: (id: string) => string
}

/** Departments and, indented, those below them. */
export function DepartmentNodes(props: Props) {
  const { t } = useTranslation('administration')
  const { nodes, nameOf, mayWrite } = props
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
              {mayWrite && <DepartmentActions {...props} department={department} />}
            </Group>
            {children.length > 0 && <DepartmentNodes {...props} nodes={children} />}
          </li>
        )
      })}
    </ul>
  )
}

function DepartmentActions(props: Acts & { readonly department: Department }) {
  const { t } = useTranslation('administration')
  const { department, onEdit, onRemove } = props
  const { id, name, parentId } = department
  return (
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
        onClick={() => onEdit({ parentId, department })}
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
  )
}
