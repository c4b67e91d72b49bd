import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Panel } from '../../shared/page/page.tsx'
import { formatNumber } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import type { ApprovalsLink } from './links.ts'
import type { Statistics } from './queries.ts'

type Node = Statistics['nodes'][number]

const ages = ['upToOneDay', 'upToThreeDays', 'upToAWeek', 'longer'] as const
const shown = 8

/** How long what waits at each step has waited: a bar of four shades, and the numbers as a table. */
export function Ages(props: {
  readonly nodes: readonly Node[]
  readonly linkOf: (node: Node) => ApprovalsLink | undefined
}) {
  const { t } = useTranslation('dashboard')
  const nodes = props.nodes
    .filter(({ backlog }) => backlog > 0)
    .toSorted((a, b) => b.backlog - a.backlog)
    .slice(0, shown)
  const title = t('chart.ages')
  return (
    <Panel label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {nodes.length === 0 ? (
        <p className={classes.none}>{t('nothingWaits')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.ages}>
            <caption className={classes.hidden}>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{t('column.name')}</th>
                {ages.map((age) => (
                  <th key={age} scope="col">
                    <span className={classes.key} data-age={age} aria-hidden="true" />
                    {t(`age.${age}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {nodes.map((node) => (
                <AgeRow
                  key={`${node.definitionKey}/${node.node.id}`}
                  node={node}
                  most={nodes[0]?.backlog ?? 0}
                  link={props.linkOf(node)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function AgeRow(props: {
  readonly node: Node
  readonly most: number
  readonly link: ApprovalsLink | undefined
}) {
  const { node, waitingFor, definitionKey } = props.node
  return (
    <tr>
      <th scope="row" title={definitionKey}>
        {props.link === undefined ? (
          node.name
        ) : (
          <Link to="/approvals" search={props.link}>
            {node.name}
          </Link>
        )}
        <span className={classes.stack} aria-hidden="true">
          {ages.map((age) => (
            <span
              key={age}
              data-age={age}
              style={{ width: `${(100 * waitingFor[age]) / props.most}%` }}
            />
          ))}
        </span>
      </th>
      {ages.map((age) => (
        <td key={age}>{formatNumber(waitingFor[age])}</td>
      ))}
    </tr>
  )
}
