import { QUESTION } from '../board';

/*
 * The answer to the question that the threads of one memory work on: the first that finds it tells the others.
 *
 *     i32   0 while it is open | value + 256 | CALLED_OFF
 */
const OPEN: i32 = 0;
const OFFSET: i32 = 256;
const CALLED_OFF: i32 = 1024;

export class Question {
  static open(): void {
    if (ASC_FEATURE_THREADS) atomic.store<i32>(QUESTION, OPEN);
    else store<i32>(QUESTION, OPEN);
  }
  static answer(value: i32): void {
    Question.close(value + OFFSET);
  }
  /** Nobody waits for the answer any more; one that is there stays. */
  static callOff(): void {
    Question.close(CALLED_OFF);
  }

  static isOpen(): bool {
    return Question.word() == OPEN;
  }
  static isAnswered(): bool {
    const word = Question.word();
    return word != OPEN && word != CALLED_OFF;
  }
  static value(): i32 {
    return Question.word() - OFFSET;
  }

  private static close(word: i32): void {
    if (ASC_FEATURE_THREADS) atomic.cmpxchg<i32>(QUESTION, OPEN, word);
    else if (Question.isOpen()) store<i32>(QUESTION, word);
  }
  private static word(): i32 {
    if (ASC_FEATURE_THREADS) return atomic.load<i32>(QUESTION);
    return load<i32>(QUESTION);
  }
}
