// The review of one round, asked for until it is there: it is made behind everybody's moves, and may take its time.
import { call } from "../api";
import type { ReviewState } from "../protocol.gen";

const ASK_AGAIN = 900; // ms

export class ReviewModel {
  found = $state.raw<ReviewState | null>(null);
  trouble = $state.raw<unknown>(null);

  /** For an effect. `made` is told when the whole of it is there. */
  follow(table: string, round: number, made: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const ask = async (): Promise<void> => {
      try {
        const answer = await call<ReviewState>("GET", `/api/tables/${table}/review?round=${round}`);
        if (stopped) return;
        this.found = answer;
        this.trouble = null;
        if (answer.review) made();
        else timer = setTimeout(ask, ASK_AGAIN);
      } catch (error) {
        if (!stopped) this.trouble = error;
      }
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }
}
