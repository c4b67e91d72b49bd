/** What one version says otherwise than another. */
export const compare = {
  action: '比较版本',
  title: '比较版本',
  lead: '{{name}}，版本 {{version}}',
  with: '对比版本',
  alone: '还没有其他版本',
  same: '没有差异',
  sameHint: '两个版本的审批人和审批方式完全相同。',
  count_one: '{{count}} 处不同。',
  count_other: '{{count}} 处不同。',
  how: { added: '新增', removed: '已删除', changed: '已修改' },
  what: '内容',
  kind: '类型',
  times: '时间、字段和操作',
  rest: '其他设置',
  ways: '下一步',
  way: '{{end}}（{{asked}}）',
}
