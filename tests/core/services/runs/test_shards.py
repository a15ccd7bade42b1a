from core.services.runs.shards import cut_shards


def test_a_shard_has_25_items_or_a_quarter_of_the_calls_at_once() -> None:
    def sizes(concurrency: int) -> list[int]:
        return [
            len(shard.item_ids) for shard in cut_shards(1, 1, range(120), concurrency=concurrency)
        ]

    assert sizes(1) == sizes(100) == [25, 25, 25, 25, 20]
    assert sizes(200) == [50, 50, 20]


def test_every_item_is_in_one_shard_in_order() -> None:
    planned = list(cut_shards(7, 3, range(120), concurrency=200, alone=True))
    assert [item for shard in planned for item in shard.item_ids] == list(range(120))
    assert {(shard.run_id, shard.plan, shard.alone) for shard in planned} == {(7, 3, True)}
