/**
 * The approval engine: a pure function from state and command to state and effects.
 *
 * Who the approvers are is known by another service, and no transaction may wait for the network.
 * So a command takes two phases.
 *
 * 1. Outside a transaction: read the state without a lock, call {@link plan}, ask the directory for
 *    what it wants, add the answers, and again until it wants nothing.
 * 2. Inside the transaction: lock the instance, read the state, call {@link apply} with the answers.
 *    - `applied`: write the state, the effects and the log, commit.
 *    - `refused`: roll back and tell the caller.
 *    - `needs`: somebody else moved the approval in between. Roll back, ask for `requests`, repeat 2.
 *
 * Nothing here reads a clock, a random number or the network; the same state, command and answers
 * always give the same result, which is what makes the log replayable.
 */
export {}
