"""English words around an option's letter, by what they do to it (options.roles)."""

from core.llm.replies.options.roles import WordRole

ENGLISH = {
    WordRole.ANSWER: """
        answer's, answer, answers, ans, option, options, choice, choices, pick, selection, verdict,
        guess, key, conclusion, solution, result, response, decision, vote, output, final,
        boxed, letter, bet, money, one, ones
    """,
    WordRole.CHOOSES: """
        confident in, trust, trusting, changes that to, changed that to, change that to,
        changes it to, changed my answer to, leaving only, leaves only, leaves us with,
        leaves me with, correct options are, right options are, correct choices are,
        correct ones are, choose, chose, chosen, choosing, picked, picking, select, selected,
        selecting, go with, going with, go for, going for, opt for, settle on, settle for,
        settling on, vote for, stand by, stick with, sticking with, answered, say, conclude,
        concluded, conclude with, leaves, leaving, left with, remaining, point to, points to,
        points at, points towards, pointing to, supports, support, favours, favors, backs,
        confirms, indicates, corresponds to, makes it, make it, comes down to, boils down to,
        narrows down to, ends up with, change to, changes to, change it to, changed to,
        change my answer to, changing my answer to, switch to, switching to, revise to, leads to,
        lead to, down for, lean towards, leaning towards, lean toward, leaning toward,
        inclined towards, gives, means, submit, i meant, i mean, put, mark, marking, in favour of,
        in favor of, settled on, settled for, opted for, opting for, went with, went for,
        voted for, voting for, landed on, land on, landing on, plump for, decide on, decided on,
        deciding on, arrive at, arrived at, arrives at, end up with, ended up with,
        ending up with, answering, submitting, propose, proposing, recommend, suggest, suggests,
        supporting, favour, favor, favouring, favoring, validates, verifies, verify, establishes,
        proves, demonstrates, implies, yields, identifies, corresponding to, narrowed down to,
        narrows it down to, leaving me with, leaving us with, lean to, leaned towards,
        inclined to say, inclined to choose, inclined to pick, inclined to select,
        inclined to go with, inclined to answer, can only mean, could only mean, must mean,
        put down, leads me to, led me to
    """,
    WordRole.POINTS: """
        i.e, namely, no wait, wait no, oh wait, no it's, it's, it is, that's, that is, this is,
        it has to be, it must be, that must be, it would be, that would be, that'd be, it'd be,
        it was, it can only be, it's got to be, has got to be, gotta be, wait, correction, rather,
        sorry, instead, which is, must be, has to be, should be, would be, can only be, actually,
        would have to be, will have to be, had to be, could only be, will be, ought to be
    """,
    WordRole.CONCLUDES: """
        so, therefore, thus, hence, consequently, accordingly, finally, overall, in short,
        in summary, to sum up, in conclusion, all in all, ultimately, it follows that, it follows,
        that's why, that is why, this is why, which is why, reason why, tl;dr, tldr, tl dr,
        short version, shorter version, short answer, in a nutshell, in brief, nutshell,
        long and short of it, revised answer, corrected answer, updated answer, amended answer,
        revised choice, corrected choice, updated choice, amended choice, all things considered,
        on balance, we may conclude, we can conclude
    """,
    WordRole.PRAISES: """
        is what, most likely, most plausible, most probable, most fitting, not contradicted,
        not ruled out, correct, right, true, best, accurate, valid, consistent, confirmed, backed,
        checks out, all the way, for sure, hands down, holds up, stands up, wins out, takes it,
        fitting, suitable, appropriate, logical, reasonable, what remains, right one, the one,
        spot on, well supported, best supported, strongly supported, directly supported,
        undeniable, unambiguous, justified, borne out, verified, validated, proven, the truth,
        on point, supported, defensible, most defensible, convincing, persuasive, compelling,
        sensible, satisfactory, satisfying, tenable, sound, consistent with, the only one,
        the only option, the only choice, the only answer, the only item, the only object,
        the only thing, the only candidate, strongest, soundest, surest, safest, likeliest,
        clearest
    """,
    WordRole.HOLDS: """
        that hold, that holds, that fit, that fits, that match, that matches, gets my vote, holds,
        hold, stands, stand, survives, survive, remains, remain, fits, fit, matches, match, works,
        work, wins, win, applies, apply, prevails, passes, pass, agrees, is left, are left,
        is all that's left, has my vote, states this, says this, says so, states so,
        mentions this, says that, reflects this, captures this, aligns with, agrees with,
        matches with, align with, agree with, accords with, fits with, squares with, choice left,
        option left, one left, answer left, choice remaining, option remaining, one remaining
    """,
    WordRole.LEANS: """
        more plausible, more likely, more reasonable, more consistent, better supported, closer,
        closest, better, likelier, plausible, stronger, more accurate, more convincing,
        more fitting, more appropriate, comes closest, come closest, preferable
    """,
    WordRole.LISTS: """
        please, reply with, respond with, e.g, such as, letter like, answer with one, compare,
        comparing, starting with, start with, starts with, begin with, beginning with, restate,
        restating, look at, looking at, check, checking, evaluate, evaluating, examine, examining,
        analyze, analyzing, analyse, analysing, regarding, about, in option, in choice, on option,
        of option, discuss, discussing, explain, explaining, read, reread, revisit, revisiting,
        plan, second is, first is, third is, second being, another is, other is, first option,
        second option, third option, fourth option, last option, next option, options are,
        choices are, candidates, alternatives, possibilities, listed, listing, list of,
        options include, include, includes, including, such as option, what about, how about,
        consists of, comprise, as for, as to, concerning, with regard to, in terms of,
        when it comes to, with respect to
    """,
    WordRole.FILLS: """
        not completely certain, not entirely certain, not fully certain, not absolutely certain,
        not completely sure, not entirely sure, not fully sure, not absolutely sure,
        only possible, gets, the, a, an, my, our, your, this, that, these, those, here, there, is,
        are, was, were, be, being, been, would, will, should, must, has, have, had, can, only,
        just, to, of, in, on, for, with, at, by, from, as, i, i'd, i'll, i'm, i've, we, we'd,
        we'll, we're, me, us, let's, let us, it, its, then, clearly, certainly, definitely,
        obviously, undoubtedly, surely, simply, indeed, really, still, likely, probably, most,
        very, quite, fairly, pretty, highly, sure, confident, certain, think, believe, feel, find,
        found, know, see, got, am, do, does, now, again, all, both, each, two, three, four, first,
        last, multiple, question, questions, given, based, text, passage, story, chapter, excerpt,
        novel, context, evidence, information, reading, analysis, reflection, reasoning,
        explanation, above, following, no doubt, without a doubt, without doubt,
        without any doubt, beyond doubt, beyond any doubt, of course, well, ok, okay, yes, hmm,
        ah, oh, going, decided, deciding, decide, opinion, view, mind, judgment, makes, make,
        clear, it clear, shows, show, tells, who, what, which, that's what, i think, i believe,
        option's, not only, not just, than any other, out of, among, between, left standing, page,
        sum, up, leaning, after all, in the end, in fact, in other words, single, unique, sole,
        stated, described, mentioned, keeper's, own, words, even, more, strongly, firmly,
        directly, explicitly, best-supported, personal, logically, would have, have to, need to,
        want to, like, like to, ought to, ought, able, absolutely, totally, entirely, completely,
        fully, perfectly, exactly, precisely, evidently, plainly, honestly, frankly, basically,
        essentially, truly, safely, easily, reasonably, fair, thoroughly, careful, consideration,
        options above, available, provided, details, detail, facts, plot, scene, line, lines,
        paragraph, sentence, quote, quotation, source, book, narrative, so far, at least,
        best of my knowledge, same, every, any, whole, full, entire, statement, statements, claim,
        response is, it seems, able to, ready, happy, comfortable, relevant, decisive,
        key evidence, textual, intended, desired, sought, required, asked, wanted, everything,
        percent, not 100% sure, not 100% certain, not a hundred percent sure, not totally sure,
        not totally certain, not quite sure, not quite certain, gotta, gonna, wanna, gotta say,
        gotta go, description, account, portrayal, wording, according, long version,
        longer version, long answer, longer answer, alone, convinced, after considering,
        considering all, considering every, considering everything
    """,
    WordRole.DENIES: """
        not, never, cannot, no, neither, nor, wrong, incorrect, false, out, fails, fail,
        eliminate, eliminated, eliminates, eliminating, exclude, excluded, excludes, excluding,
        reject, rejected, rejects, rejecting, rule out, ruled out, rules out, ruling out, discard,
        discarded, dismiss, dismissed, unlikely, hardly, doubt, doubts, doubtful, deny, denies,
        avoid, mistake, mistaken, anything but, far from, least, worst, except, without,
        unsupported, contradicted, contradicts, implausible, impossible, invalid, untrue, nobody,
        none, no one, nothing, unlike, instead of, rather than, refuted, inaccurate, distractor,
        trap, tempting, lacks, crossed out, disagree, unconvincing, weak, weaker, flawed, off,
        ruled, untenable, baseless, misleading, misread, unjustified, unfounded, overlooked,
        overlooks, falls short, fall short, off the table, absent, missing, nonexistent,
        retract, retracted, withdraw, withdrawn, take it back,
        red herring
    """,
    WordRole.HEDGES: """
        can't rule out, cannot rule out, can't be ruled out, cannot be ruled out, can't exclude,
        cannot exclude, half right, not rule out, or it is, or it's, or is it, might, may, could,
        perhaps, maybe, possibly, possible, either, or, whether, unsure, uncertain, unclear,
        almost, nearly, partially, partly, half, torn, hesitate, hesitant, reluctant, tempted,
        toss-up, arguably, conceivably, supposedly, allegedly, close, not sure, wonder, wondering,
        somewhat, consider, considering, debatable, ambiguous, unconvinced, potentially,
        conceivable, questionable, speculative, inconclusive, undecided, ambivalent,
        open to debate, as much support, equally well, not settled, cannot decide, can't decide,
        even chance, fifty-fifty, 50/50, one of, at least one, at most one
    """,
    WordRole.SUPPOSES: """
        had the, had it, had he, were the, if, unless, suppose, supposing, assume, assuming,
        imagine, otherwise, depending, depends, hypothetically, were it, as long as, in case,
        only if, pretend, until, only when, granted that, on the assumption, were we, should the,
        so long as, in the event, provided that, provided you, provided we, before deciding,
        before choosing, before settling, before picking, before selecting, before i, before we,
        would require, would need, requires that, presupposes, hinges on, only works if,
        in which case, in that case
    """,
    WordRole.REPORTS: """
        others call, calls it, call it, was going to, were going to, was about to, thinks,
        believes, claims, argues, assumes, guesses, suspects, some, many, people, readers, reader,
        students, student, someone, critics, annotator, annotators, user, users, anyone, everyone,
        reviewers, reviewer, most people, most readers, earlier, previously, previous, initially,
        at first, first glance, originally, original, initial, first thought, first guess,
        first answer, second answer, initial answer, used to, other question, example, format,
        template, sample, instance, common, popular, naive, obvious, expected, other, another,
        second, alternative, opposite, one might, one could, one would, a reader, some would,
        others would, commonly, typically, often, frequently, people say, the key says, textbook,
        teacher, professor, friend, colleague, model, another model, my first, my initial,
        at the start, at the beginning, answer key says, answer key has, answer key lists,
        answer key gives, key says, i considered, also considered, i weighed, also weighed,
        thought about, toyed with, came into consideration, under consideration, close second,
        second choice, drawn to, others may, others might, others could, tells him, tells her,
        tells them, told him, told her, told them, website, summary, internet, online, wikipedia,
        study guide, guide, blog, forum, film, movie, adaptation, version, edition
    """,
    WordRole.ADDS: """
        also, too, as well, equally, likewise, just as, similarly, so is, so are, so does, so do,
        so was, so would
    """,
    WordRole.TIES: """
        as good, as likely, as plausible, just as good, just as well, just as likely,
        just as plausible, just as possible, just as convincing, just as valid, just as strong,
        just as right, just as much, just as many, equally good, equally likely,
        equally plausible, equally possible, equally valid, equally strong, equally convincing,
        equally supported, equally right, every bit as, no less well, no less likely,
        no less plausible, no worse, as much evidence, equal claim,
        toss a coin, flip a coin, coin toss,
        coin flip, toss-up between, draw lots, take your pick, nothing to choose between,
        go either way, may as well be, might as well be
    """,
    WordRole.EXPLAINS: """
        accounts for, account for, explains, satisfies, meets, is compatible with,
        are compatible with, squares
    """,
    WordRole.OTHERS: """
        they, he, she, you, author, narrator, keeper, others
    """,
    WordRole.CONTRASTS: """
        but, however, yet, though, although, nevertheless, nonetheless, except that, only that,
        while, whilst, whereas, despite, even though, in spite of
    """,
    WordRole.COMPARES: """
        than, over, versus, vs, compared with, compared to, relative to, against, preferable to,
        superior to
    """,
    WordRole.SEEMS: """
        seems, seem, appears, appear, looks, look, sounds, feels
    """,
}
