/** What a start would come to. */
export const dryRun = {
  title: '试运行',
  initiator: '发起人（留空为本人）',
  run: '显示路径',
  path: '全部同意时的路径和审批人',
  nobody: '无需任何人审批。',
}
