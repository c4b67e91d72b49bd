/** How much of what is begun has to be done. */
export const enough = {
  activation: 'Goes on when',
  activationHint: 'activationCount is how many branches have come: activationCount >= 2',
  ordering: 'Done',
  Parallel: 'all at once',
  Sequential: 'one after the other, as drawn',
  until: 'Enough when',
  untilHint: 'An expression, such as outcomes.check == "approved". Without it all is done.',
  cancels: 'Then the rest is taken away',
  startQuantity: 'Begins when so many have come',
  startQuantityHint: 'Of all branches that lead here; several may come by one of them.',
  completionQuantity: 'Goes on so many times',
  completionQuantityHint: 'Along each flow that it is left by.',
}
